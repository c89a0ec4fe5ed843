internal import HTTPKit
internal import NoonishAPI

/// Rate limits per caller: members and guests by person, anonymous callers by IP address.
package struct RequestLimits: Sendable {
    private let searches: RateLimiter
    private let requests: RateLimiter

    /// Creates the limits.
    ///
    /// - Parameters:
    ///   - searches: Burst and refill rate of the restaurant search, the most expensive request.
    ///   - requests: Burst and refill rate of all other requests.
    package init(
        searches: (burst: Int, perSecond: Int), requests: (burst: Int, perSecond: Int)
    ) {
        self.searches = RateLimiter(
            RatePolicy("search", capacity: searches.burst, refillPerSecond: Double(searches.perSecond)))
        self.requests = RateLimiter(
            RatePolicy("default", capacity: requests.burst, refillPerSecond: Double(requests.perSecond)))
    }

    /// Takes a token for the request.
    ///
    /// - Returns: `nil` for routes without a limit: health checks and static files.
    func take(_ route: Route, _ actor: Actor, _ context: AppContext) -> RateDecision? {
        let caller = actor.person?.description ?? PeerAddress.limitKey(context.peer)
        switch route.action {
        case .readService: return nil
        case .searchRestaurants: return searches.take(caller, at: .now)
        default: return requests.take(caller, at: .now)
        }
    }
}
