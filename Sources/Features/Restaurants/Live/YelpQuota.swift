import Fetch
import Foundation

/// The remaining quota of requests to Yelp: our own count of the day, and what its responses report.
///
/// - Source: docs.developer.yelp.com, "Rate Limiting": the count restarts at midnight UTC; 429 with
///   `TOO_MANY_REQUESTS_PER_SECOND` or `ACCESS_LIMIT_REACHED`; `RateLimit-Remaining` and
///   `RateLimit-ResetTime` in every response.
struct YelpQuota {
    /// Maximum number of requests a day.
    let dailyLimit: Int
    private var day = 0
    private var requestCount = 0
    private var pause: (until: Date, fault: LiveFault)?

    init(dailyLimit: Int) { self.dailyLimit = dailyLimit }

    /// Counts a request that is about to be sent.
    ///
    /// - Throws: The reason why it must not be sent.
    mutating func countRequest(at now: Date) throws(LiveFault) {
        if let pause, now < pause.until { throw pause.fault }
        pause = nil
        let today = Self.day(of: now)
        if day != today {
            day = today
            requestCount = 0
        }
        guard requestCount < dailyLimit else { throw .exhausted }
        requestCount += 1
    }

    /// Pauses requests after a request without a response.
    mutating func recordFailure(at now: Date) {
        pause = (now + YelpLimits.pauseAfterFailure, .unavailable)
    }

    /// Updates the quota and the pause from a response.
    mutating func update(_ answer: FetchResponse, at now: Date) {
        switch answer.status {
        case 429:
            let reset = answer.isDailyLimit ? answer.reset ?? Self.midnight(after: now) : nil
            let wait = answer.retryAfter(at: now) ?? reset ?? now + YelpLimits.pauseAfterRateLimit
            pause = (min(wait, now + YelpLimits.maximumPause), .exhausted)
        case 401, 403: pause = (now + YelpLimits.pauseAfterRejection, .unavailable)
        case 500...: pause = (answer.retryAfter(at: now) ?? now + YelpLimits.pauseAfterFailure, .unavailable)
        default:
            guard answer.header("RateLimit-Remaining").flatMap(Double.init).map({ $0 < 1 }) == true else {
                return
            }
            pause = (answer.reset ?? Self.midnight(after: now), .exhausted)
        }
    }

    private static func day(of time: Date) -> Int { Int(time.timeIntervalSince1970 / 86_400) }

    private static func midnight(after time: Date) -> Date {
        Date(timeIntervalSince1970: Double(day(of: time) + 1) * 86_400)
    }
}

extension FetchResponse {
    /// Whether the daily quota is used up, as opposed to the rate limit.
    fileprivate var isDailyLimit: Bool {
        String(decoding: body.prefix(4_096), as: UTF8.self).contains("ACCESS_LIMIT_REACHED")
            || header("RateLimit-Remaining").flatMap(Double.init).map { $0 < 1 } == true
    }

    fileprivate var reset: Date? {
        header("RateLimit-ResetTime").flatMap { try? Date($0, strategy: .iso8601) }
    }

    /// The time in `Retry-After`.
    ///
    /// - Source: RFC 9110, section 10.2.3; only seconds are read, as services send them.
    fileprivate func retryAfter(at now: Date) -> Date? {
        header("Retry-After").flatMap(Int.init).flatMap { $0 >= 0 ? now + Double($0) : nil }
    }
}
