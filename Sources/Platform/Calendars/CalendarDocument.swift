import Foundation
import Initializers

/// A complete calendar document: a scheduling message or a calendar to subscribe to.
@MemberwiseInit
package struct CalendarDocument: Hashable, Sendable {
    /// The purpose of a scheduling message. RFC 5546 §1.4.
    package enum Method: String, Hashable, Sendable {
        /// Publishes events; no response is requested.
        case publish = "PUBLISH"
        /// An invitation or an update to one; the attendee is asked to respond.
        case request = "REQUEST"
        /// The event, or this attendee's invitation, is cancelled.
        case cancel = "CANCEL"
    }

    /// `nil` for documents that are stored instead of sent: a file, a feed, an entry on a calendar server
    /// (RFC 4791 §4.1).
    package var method: Method? = nil
    /// The display name of a subscribed calendar.
    package var name: String? = nil
    /// The suggested interval between refreshes of a subscribed calendar.
    package var refresh: Duration? = nil
    package var events: [CalendarEvent]
    /// The product that created the document: `-//Example//Product//EN`.
    package var productID: String

    /// The document as UTF-8 with CRLF line ends. Encoding is deterministic.
    package var encoded: [UInt8] {
        var lines = [
            ContentLine("VERSION", value: "2.0"), ContentLine("PRODID", text: productID),
            ContentLine("CALSCALE", value: "GREGORIAN"),
        ]
        if let method { lines.append(ContentLine("METHOD", value: method.rawValue)) }
        if let name {
            lines.append(ContentLine("NAME", text: name))
            lines.append(ContentLine("X-WR-CALNAME", text: name))
        }
        if let refresh {
            let text = "PT\(max(1, refresh.components.seconds / 60))M"
            lines.append(ContentLine("REFRESH-INTERVAL", [("VALUE", "DURATION")], value: text))
            lines.append(ContentLine("X-PUBLISHED-TTL", value: text))
        }
        return CalendarComponent("VCALENDAR", lines, components: zones + events.map(\.component)).encoded
    }

    package var text: String { String(decoding: encoded, as: UTF8.self) }

    /// One VTIMEZONE for each time zone that an event refers to, sorted by name.
    private var zones: [CalendarComponent] {
        let times = events.flatMap { [$0.starts, $0.ends].compactMap { $0 } }.filter(\.needsZone)
        return Dictionary(grouping: times, by: \.zone).sorted { $0.key < $1.key }.compactMap { name, times in
            let instants = times.map(\.instant)
            guard let first = instants.min(), let last = instants.max() else { return nil }
            return .zone(name, times[0].rules, covering: first...last)
        }
    }
}
