-- Sends the requests of a mix: whole ones from mix.dat, read before the first is sent, in its sequence.
-- Thread t of n begins at t / n of it. The agent puts `mix_threads` before this text.
local setup_before, init_before = setup, init
local threads_set_up = 0

function setup(thread)
  thread:set("mix_thread", threads_set_up)
  threads_set_up = threads_set_up + 1
  setup_before(thread)
end

local function numbers(line)
  local list = {}
  for digits in line:gmatch("%d+") do list[#list + 1] = tonumber(digits) end
  return list
end

local walk, sent = {}, 0

function init(args)
  local file = assert(io.open("mix.dat", "rb"))
  local lengths, sequence = numbers(file:read("*l")), numbers(file:read("*l"))
  local requests = {}
  for i, length in ipairs(lengths) do requests[i] = file:read(length) end
  assert(file:close())
  for i, index in ipairs(sequence) do walk[i] = assert(requests[index + 1], "mix.dat is cut") end
  sent = math.floor(mix_thread * #walk / mix_threads)
  if mix_thread == 0 then sent = #walk - 1 end -- wrk takes one from the first thread to look at, unsent
  if init_before then init_before(args) end
end

function request()
  sent = sent % #walk + 1
  return walk[sent]
end
