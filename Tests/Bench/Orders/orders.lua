-- Requests about orders. The arguments are what to request (pick, answer, order, outing, sheet) and a file of (outing, token).
-- A dish is picked at most 90 times by a person, as an order takes at most 99 of it.
local what, rows, number, run = nil, {}, 0, os.time()
function init(arguments)
  what = arguments[1]
  for line in io.lines(arguments[2]) do
    local outing, token = line:match("(%S+)\t(%S+)")
    rows[#rows + 1] = { "/v1/outings/" .. outing, token }
  end
end
function request()
  local row, round = rows[number % #rows + 1], math.floor(number / #rows)
  number = number + 1
  local headers = { ["Host"] = "localhost", ["Authorization"] = "Bearer " .. row[2], ["Content-Type"] = "application/json" }
  if what == "pick" then
    return wrk.format("POST", row[1] .. "/order/lines", headers,
      '{"name":"Dish ' .. math.floor(round / 90) .. ' of ' .. run .. '","price":"9.50"}')
  elseif what == "answer" then
    return wrk.format("PUT", row[1] .. "/attendance", headers,
      '{"status":"' .. (round % 2 == 0 and "maybe" or "attending") .. '"}')
  elseif what == "order" then
    return wrk.format("GET", row[1] .. "/order", headers)
  elseif what == "sheet" then
    return wrk.format("GET", row[1] .. "/order/sheet?format=text&names=true", headers)
  end
  return wrk.format("GET", row[1], headers)
end
function done(summary) io.write(string.format("failed=%d requests=%d\n", summary.errors.status, summary.requests)) end
