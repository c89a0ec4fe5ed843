package import Foundation
import HTTPKit
package import HTTPTypes
import Hummingbird
package import JSON
import NIOCore

// Versions of response shapes
// ===========================
// Adding a member is compatible, so most changes need nothing. If a shape has to change incompatibly, the
// route keeps serving the previous one to clients that request it with `Accept: application/json;shape=1`,
// until its sunset. Each former shape has a function that converts a body of the next newer shape to it;
// older shapes are reached step by step. Handlers know only the newest shape.

/// A former shape of a route's responses.
package struct FormerShape: Sendable {
    /// The shape's number; 1 is the oldest.
    package let number: Int
    /// When a newer shape replaced it.
    package let deprecatedAt: Date
    /// When it stops being served.
    package let sunset: Date
    let downgrade: @Sendable (JSONValue) -> JSONValue

    package init(
        _ number: Int, deprecatedAt: Date, sunset: Date,
        _ downgrade: @escaping @Sendable (JSONValue) -> JSONValue
    ) {
        self.number = number
        self.deprecatedAt = deprecatedAt
        self.sunset = sunset
        self.downgrade = downgrade
    }

    package var mediaType: String { "\(MediaType.json);shape=\(number)" }
}

extension Response {
    /// Converts the response to the former shape that `accept` requests. Leaves it unchanged if `accept`
    /// requests none, or none that is still served.
    ///
    /// - Parameter shapes: The former shapes, newest first.
    /// - Source: RFC 9745 (Deprecation), RFC 8594 (Sunset).
    mutating func downgrade(to shapes: [FormerShape], accept: String?, at now: Date) async throws {
        guard status.kind == .successful, !shapes.isEmpty else { return }
        headers[.vary] = [headers[.vary], "Accept"].compactMap { $0 }.joined(separator: ", ")
        guard let accept = accept?.lowercased().filter({ $0 != " " }),
            let wanted = shapes.firstIndex(where: { $0.sunset > now && accept.contains($0.mediaType) })
        else { return }
        let text = String(buffer: try await collectedBody())
        let body = shapes[...wanted].reduce(try JSONValue(parsing: text)) { $1.downgrade($0) }
        var writer = JSONWriter()
        body.encode(to: &writer)
        let bytes = writer.finish()
        let shape = shapes[wanted]
        headers[.contentType] = shape.mediaType
        headers[.deprecation] = "@\(Int(shape.deprecatedAt.timeIntervalSince1970))"
        headers[.sunset] = shape.sunset.formatted(httpDate)
        if headers[.eTag] != nil { headers[.eTag] = EntityTag(.content, representation: bytes).description }
        self.body = .init(byteBuffer: bytes)
    }
}

/// The date format of HTTP: `Wed, 01 Sep 2027 00:00:00 GMT` (RFC 9110, section 5.6.7).
private let httpDate = Date.VerbatimFormatStyle(
    format: """
        \(weekday: .abbreviated), \(day: .twoDigits) \(month: .abbreviated) \(year: .padded(4)) \
        \(hour: .twoDigits(clock: .twentyFourHour, hourCycle: .zeroBased)):\(minute: .twoDigits):\
        \(second: .twoDigits) GMT
        """, locale: Locale(identifier: "en_US_POSIX"), timeZone: .gmt,
    calendar: Calendar(identifier: .gregorian))

extension HTTPField.Name {
    package static let deprecation = constant("Deprecation")
    package static let sunset = constant("Sunset")
}
