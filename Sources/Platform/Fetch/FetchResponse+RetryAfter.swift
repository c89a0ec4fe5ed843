package import Foundation

extension FetchResponse {
    /// Returns how long the server asks the client to wait, from `Retry-After`: seconds, or a date relative
    /// to `now`.
    ///
    /// - Returns: `nil` if the field is missing or malformed, or if the wait is longer than a year.
    /// - Source: RFC 9110, sections 10.2.3 and 5.6.7.
    package func retryAfter(at now: Date) -> Duration? {
        guard let text = header("Retry-After") else { return nil }
        if let seconds = Int(text), (0...Self.longestPauseSeconds).contains(seconds) {
            return .seconds(seconds)
        }
        guard let moment = Self.moment(text) else { return nil }
        let seconds = moment.timeIntervalSince(now)
        return seconds <= Double(Self.longestPauseSeconds) ? .seconds(max(0, seconds)) : nil
    }

    /// One year. A server that asks for more is misconfigured.
    private static let longestPauseSeconds = 31_536_000

    /// Parses a date such as `Sun, 06 Nov 1994 08:49:37 GMT`.
    private static func moment(_ text: String) -> Date? {
        let format = DateFormatter()
        format.locale = Locale(identifier: "en_US_POSIX")
        format.timeZone = .gmt
        format.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
        return format.date(from: text)
    }
}
