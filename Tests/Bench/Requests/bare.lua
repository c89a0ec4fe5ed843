-- GET of a path that does no work, given as an argument.
local path
function init(arguments) path = arguments[1] end
function request() return wrk.format("GET", path, { ["Host"] = "localhost" }) end
function done(summary) io.write(string.format("failed=%d requests=%d\n", summary.errors.status, summary.requests)) end
