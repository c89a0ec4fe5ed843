-- PATCH /v1/outings/{id}: reads a file of (id, host's number, tag) in order and stores the tag of each response. Titles differ
-- between runs, so that every edit changes something.
local run = os.time()
local rows, at, edits, of = {}, 0, 0, {}
function init(arguments)
  for line in io.lines(arguments[1]) do
    local id, host, tag = line:match("(%S+)\t(%d+)\t(%S+)")
    rows[#rows + 1] = { id, host, tag }
    of[id] = rows[#rows]
  end
end
function request()
  at, edits = at % #rows + 1, edits + 1
  local row = rows[at]
  return wrk.format("PATCH", "/v1/outings/" .. row[1], {
    ["Host"] = "localhost", ["Authorization"] = string.format("Bearer token-%032d", row[2]), ["If-Match"] = row[3],
    ["Content-Type"] = "application/merge-patch+json" },
    '{"title":"Moved by edit ' .. edits .. ' of run ' .. run .. '","note":"The table is at the back, ask for it at the door."}')
end
function response(status, headers, body)
  if status ~= 200 then return end
  local row, tag = of[headers["x-outing"] or headers["X-Outing"] or body:match('"id":"([^"]+)"')], headers["etag"] or headers["ETag"]
  if row and tag then row[3] = tag end
end
function done(summary) io.write(string.format("failed=%d requests=%d\n", summary.errors.status, summary.requests)) end
