-- Adds one line of exact figures after wrk's own report: whole microseconds, bytes, every error counter;
-- and writes the latency of every request to out/latency.txt, read by FFI from wrk's own counters.
-- Only `done` does work, after the run: wrk keeps its path without Lua for every request.
-- Where the agent put a FIFO `start.gate`, the first thread's `init` waits until the agent closes it: wrk starts each
-- thread right after its `init`, so none may pass before.
-- The agent puts `connections` and `timeout_us`, as asked for on the command line, before this text.
local threads = 0
local latest

function setup(thread)
  threads, latest = threads + 1, thread
  thread:set("is_first", threads == 1)
end

local function wall_clock()
  local ffi = require("ffi")
  ffi.cdef("typedef struct { long s, ns; } dyno_time; int clock_gettime(int, dyno_time *);")
  local at = ffi.new("dyno_time")
  ffi.C.clock_gettime(0, at)
  return tonumber(at.s) + tonumber(at.ns) / 1e9
end

function init()
  local gate = is_first and io.open("start.gate", "r")
  if gate then
    gate:read("*a")
    gate:close()
  end
  local has_clock, at = pcall(wall_clock)
  started_at = has_clock and at or 0 -- of the last thread: wrk's own clock starts then
end

local function number(value, digits)
  local finite = value and value == value and value < math.huge and value > -math.huge
  return finite and string.format("%." .. digits .. "f", value) or "null"
end

-- percentile() answers 0 for a rank that it never reaches: not a value, unless 0 was really seen.
local function percentiles(values, ranks)
  local parts = {}
  for _, rank in ipairs(ranks) do
    local value = values:percentile(rank)
    if value == 0 and values.min > 0 then value = nil end
    parts[#parts + 1] = '"' .. rank .. '":' .. number(value, 0)
  end
  return "{" .. table.concat(parts, ",") .. "}"
end

local function distribution(values, ranks)
  if #values == 0 then return '{"distinct":0}' end
  return '{"distinct":' .. #values
    .. ',"min":' .. number(values.min, 0) .. ',"max":' .. number(values.max, 0)
    .. ',"mean":' .. number(values.mean, 3) .. ',"stdev":' .. number(values.stdev, 3)
    .. ',"percentiles":' .. percentiles(values, ranks) .. "}"
end

-- The counters behind `latency`, one for each microsecond. Nothing is read before its size and its range
-- are those that wrk's own functions give, and nothing is believed before sum, mean and median are theirs.
local function counters(latency)
  local ffi = require("ffi")
  ffi.cdef("typedef struct { uint64_t count, limit, min, max, data[1]; } dyno_stats;")
  local stats = ffi.cast("dyno_stats **", latency)[0]
  assert(tonumber(stats.limit) == timeout_us + 1, "its counters have another size")
  assert(tonumber(stats.min) == latency.min and tonumber(stats.max) == latency.max
    and stats.max < stats.limit, "its counters have another layout")
  local data, samples = stats.data, tonumber(stats.count)
  local total, sum, median, half = 0, 0, 0, math.floor(samples * 0.5 + 1)
  for us = latency.min, latency.max do
    local count = tonumber(data[us])
    if total < half and total + count >= half then median = us end
    total, sum = total + count, sum + count * us
  end
  assert(total == samples and median == latency:percentile(50)
    and math.abs(sum / total - latency.mean) <= 1e-6 * latency.mean, "its counters do not add up")
  return data
end

-- wrk adds invented requests for slow ones: for each at n microseconds one at n - interval, n - 2 interval, …
-- above the interval. So from each counter the one an interval above is taken away again. What is left goes
-- into cells that are 0.1% wide: those of agents/catalog/histogram.py.
local function measured(data, latency, interval)
  local found = { cells = {}, total = 0, sum = 0, min = 0, negative = 0 }
  local steps, fine, at = 0, 2048, nil
  local first, last = latency.min, latency.max -- a call of wrk's own within the loop would not be compiled
  for us = first, last do
    local count = tonumber(data[us])
    if interval > 0 and us > interval and us + interval <= last then
      count = count - tonumber(data[us + interval])
    end
    if count < 0 then
      found.negative = found.negative - count
    elseif count > 0 then
      while us >= fine do steps, fine = steps + 1, fine * 2 end
      local cell = steps * 1024 + math.floor(us / 2 ^ steps)
      if cell ~= at then
        at = cell
        found.cells[#found.cells + 1] = { cell = cell, count = 0 }
      end
      local open = found.cells[#found.cells]
      open.count = open.count + count
      if found.total == 0 then found.min = us end
      found.total, found.sum = found.total + count, found.sum + count * us
    end
  end
  return found
end

local function write_latency(summary, latency)
  local file = assert(io.open("out/latency.txt", "w"))
  local each = math.floor(summary.requests / connections)
  local interval = each > 0 and math.floor(summary.duration / each) or 0
  local found = measured(counters(latency), latency, interval)
  local head = "wrk-latency/1 %.0f %.0f %.0f %.0f %.0f\n"
  file:write(string.format(head, found.total, found.negative, found.sum, found.min, latency.max))
  for _, one in ipairs(found.cells) do file:write(string.format("%d %.0f\n", one.cell, one.count)) end
  assert(file:close())
end

local function latency_note(summary, latency)
  if #latency == 0 then return "nothing measured" end
  local written, reason = pcall(write_latency, summary, latency)
  return written and "whole" or tostring(reason):gsub("^.*:%d+: ", ""):gsub('[%c"\\]', " ")
end

function done(summary, latency, requests)
  local seconds = summary.duration / 1e6
  local errors = {}
  for _, name in ipairs({ "connect", "read", "write", "timeout", "status" }) do
    errors[#errors + 1] = '"' .. name .. '":' .. number(summary.errors[name], 0)
  end
  local note = latency_note(summary, latency)
  io.write('WRK-JSON {"schema":"wrk-json/1","threads":', threads,
    ',"started_at":', number(latest and latest:get("started_at"), 6),
    ',"duration_us":', number(summary.duration, 0),
    ',"requests":', number(summary.requests, 0),
    ',"bytes":', number(summary.bytes, 0),
    ',"requests_per_sec":', number(summary.requests / seconds, 3),
    ',"errors":{', table.concat(errors, ","),
    '},"latency_us":', distribution(latency, { 50, 75, 90, 95, 99, 99.9, 99.99 }),
    ',"histogram":"', note,
    '","thread_req_per_sec":', distribution(requests, { 10, 50, 90 }), "}\n")
end
