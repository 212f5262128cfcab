-- Adds one line of exact figures after wrk's own report: whole microseconds, bytes, every error counter.
-- Only `done` does work, after the run: wrk keeps its path without Lua for every request.
local threads = 0

function setup(thread)
  threads = threads + 1
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

function done(summary, latency, requests)
  local seconds = summary.duration / 1e6
  local errors = {}
  for _, name in ipairs({ "connect", "read", "write", "timeout", "status" }) do
    errors[#errors + 1] = '"' .. name .. '":' .. number(summary.errors[name], 0)
  end
  io.write('WRK-JSON {"schema":"wrk-json/1","threads":', threads,
    ',"duration_us":', number(summary.duration, 0),
    ',"requests":', number(summary.requests, 0),
    ',"bytes":', number(summary.bytes, 0),
    ',"requests_per_sec":', number(summary.requests / seconds, 3),
    ',"errors":{', table.concat(errors, ","),
    '},"latency_us":', distribution(latency, { 50, 75, 90, 95, 99, 99.9, 99.99 }),
    ',"thread_req_per_sec":', distribution(requests, { 10, 50, 90 }), "}\n")
end
