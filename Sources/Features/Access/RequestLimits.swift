import HTTPKit
import HTTPTypes
import Hummingbird
import NoonishAPI

/// Rate limits per caller: members and guests by person, anonymous callers by IP address.
///
/// Requests are counted, and so are the bytes that they store: bodies, responses stored for an
/// `Idempotency-Key`, and denials in the audit log. Otherwise one account could fill the disk.
package struct RequestLimits: Sendable {
    private let searches: RateLimiter
    private let requests: RateLimiter
    private let bytes: RateLimiter

    /// The bytes that a write stores at least: a row, its index entries, and a change with its deliveries.
    private static let bytesPerWrite = 4_096
    /// The budget of bytes for each request of the burst, and for each request per second: 7.5 MiB at once
    /// and 66 MiB a day with the default settings.
    private static let bytesPerBurst = 32_768
    private static let bytesPerSecond = 40

    /// Creates the limits.
    ///
    /// - Parameters:
    ///   - searches: Burst and refill rate of the restaurant search, the most expensive request.
    ///   - requests: Burst and refill rate of all other requests.
    ///   - processCount: The number of processes that answer requests.
    package init(
        searches: (burst: Int, perSecond: Int), requests: (burst: Int, perSecond: Int),
        processCount: @escaping @Sendable () -> Int = { 1 }
    ) {
        self.searches = RateLimiter(
            RatePolicy("search", capacity: searches.burst, refillPerSecond: Double(searches.perSecond)),
            processCount: processCount)
        self.requests = RateLimiter(
            RatePolicy("default", capacity: requests.burst, refillPerSecond: Double(requests.perSecond)),
            processCount: processCount)
        bytes = RateLimiter(
            RatePolicy(
                "bytes", capacity: requests.burst * Self.bytesPerBurst,
                refillPerSecond: Double(requests.perSecond * Self.bytesPerSecond)),
            processCount: processCount)
    }

    /// Takes a token for the request.
    ///
    /// - Returns: `nil` for routes without a limit: health checks and static files.
    func take(_ route: Route, _ actor: Actor, _ context: AppContext) -> RateDecision? {
        let caller = Self.caller(actor, context)
        switch route.action {
        case .readService: return nil
        case .searchRestaurants: return searches.take(caller, at: .now)
        default: return requests.take(caller, at: .now)
        }
    }

    /// Takes the bytes of a write's body.
    ///
    /// - Throws: 429 if the caller has stored too much.
    func takeBytes(of call: Call, by route: Route) throws(Problem) {
        guard route.isWrite, !route.contract.replacesFile else { return }
        let cost = max(Self.bytesPerWrite, call.bodyBytes.readableBytes)
        try bytes.take(Self.caller(call.actor, call.context), cost: cost, at: .now).require()
    }

    /// Charges a response that was stored for the request's `Idempotency-Key`.
    func charge(_ response: Response, to call: Call) {
        guard call.request.headers[.idempotencyKey] != nil, let size = response.body.contentLength else {
            return
        }
        bytes.charge(Self.caller(call.actor, call.context), cost: size, at: .now)
    }

    /// Returns whether a denial may be written to the audit log, and charges it.
    func mayRecordDenial(of call: Call) -> Bool {
        bytes.take(Self.caller(call.actor, call.context), cost: Self.bytesPerWrite, at: .now).isAllowed
    }

    private static func caller(_ actor: Actor, _ context: AppContext) -> String {
        if case .device(let device, _) = actor { return device.description }
        return actor.person?.description ?? PeerAddress.limitKey(context.peer)
    }
}

extension Route {
    fileprivate var isWrite: Bool { method != .get && method != .head }
}

extension RouteContract {
    /// Whether the body is a file that replaces the caller's former one.
    fileprivate var replacesFile: Bool { bodyLimit > InputLimits.bodyBytes }
}
