internal import HTTPKit
internal import NoonishAPI

/// How often one caller may ask: a person whoever they are, somebody unknown by their address.
package struct RequestLimits: Sendable {
    private let searches: RateLimiter
    private let requests: RateLimiter

    /// - Parameters:
    ///   - searches: How many at once, and how many come back a second, for the search that costs most.
    ///   - requests: The same for everything else.
    package init(
        searches: (burst: Int, perSecond: Int), requests: (burst: Int, perSecond: Int)
    ) {
        self.searches = RateLimiter(
            RatePolicy("search", capacity: searches.burst, refillPerSecond: Double(searches.perSecond)))
        self.requests = RateLimiter(
            RatePolicy("default", capacity: requests.burst, refillPerSecond: Double(requests.perSecond)))
    }

    /// - Returns: Nil for what is not limited: the program's own health and its files.
    func take(_ route: Route, _ actor: Actor, _ context: AppContext) -> RateDecision? {
        let caller = actor.person?.description ?? PeerAddress.limitKey(context.peer)
        switch route.action {
        case .readService: return nil
        case .searchRestaurants: return searches.take(caller, at: .now)
        default: return requests.take(caller, at: .now)
        }
    }
}
