-- GET of the paths in a file, one after the other.
local paths, at = {}, 0
function init(arguments) for line in io.lines(arguments[1]) do paths[#paths + 1] = line end end
function request()
  at = at % #paths + 1
  return wrk.format("GET", paths[at], { ["Host"] = "localhost" })
end
function done(summary)
  io.write(string.format("failed=%d requests=%d microseconds=%d\n", summary.errors.status, summary.requests, summary.duration))
end
