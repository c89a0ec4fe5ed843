package import Foundation

extension FetchResponse {
    /// How long the server asked to be left alone: seconds, or a moment that is compared with `now`.
    ///
    /// - Returns: Nil if it asked for nothing, or for something that is no time.
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

    /// A year. What asks for more is broken.
    private static let longestPauseSeconds = 31_536_000

    /// `Sun, 06 Nov 1994 08:49:37 GMT`.
    private static func moment(_ text: String) -> Date? {
        let format = DateFormatter()
        format.locale = Locale(identifier: "en_US_POSIX")
        format.timeZone = .gmt
        format.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
        return format.date(from: text)
    }
}
