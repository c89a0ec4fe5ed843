-- GET /v1/outings as one of the 10,000 active people, a different one each time.
local n = 3331
function request()
  n = (n * 7921 + 12347) % 10000
  return wrk.format("GET", "/v1/outings", { ["Host"] = "localhost", ["Authorization"] = string.format("Bearer token-%032d", n + 1) })
end
function done(summary) io.write(string.format("failed=%d requests=%d\n", summary.errors.status, summary.requests)) end
