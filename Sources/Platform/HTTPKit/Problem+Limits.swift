import HTTPTypes

/// Problems that say how much is allowed, and how much of it is left.
extension Problem {
    /// Returns a copy with the members `limit` and `left`, for a limit that has been reached on how many there can be at the
    /// same time.
    package func withLimit(_ limit: Int, left: Int = 0) -> Problem {
        var problem = self
        problem.members += [Member("limit", limit), Member("left", left)]
        return problem
    }

    /// Returns a copy with the fields `RateLimit-Policy` and `RateLimit`, as limits of requests have them.
    ///
    /// - Parameters:
    ///   - kind: What is limited, such as `exports`.
    ///   - most: How much is allowed within the window.
    ///   - windowSeconds: `nil` if time does not bring anything back, but an action does.
    ///   - secondsUntilFull: When all of it is back; by default after the window.
    package func withRateLimit(
        _ kind: String, most: Int, left: Int, windowSeconds: Int?, secondsUntilFull: Int? = nil
    ) -> Problem {
        var problem = self
        let window = windowSeconds.map { ";w=\($0)" } ?? ""
        let reset = (secondsUntilFull ?? windowSeconds).map { ";t=\($0)" } ?? ""
        problem.headers[.rateLimitPolicy] = "\"\(kind)\";q=\(most)\(window)"
        problem.headers[.rateLimit] = "\"\(kind)\";r=\(max(0, left))\(reset)"
        return problem
    }
}
