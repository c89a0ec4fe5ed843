import Foundation

/// A whole document: a message to somebody's calendar, or a calendar to follow.
package struct CalendarDocument: Hashable, Sendable {
    /// What a message is for. RFC 5546 §1.4.
    package enum Method: String, Hashable, Sendable {
        /// For whoever wants it; nobody is asked to answer.
        case publish = "PUBLISH"
        /// An invitation, or what has changed about it; the attendee is to answer.
        case request = "REQUEST"
        /// The event, or this attendee's part in it, is off.
        case cancel = "CANCEL"
    }

    /// Nil for what is kept and not sent: a file, a feed, an entry of a calendar server (RFC 4791 §4.1).
    package var method: Method?
    /// What a followed calendar is called.
    package var name: String?
    /// How often it is worth asking for it again.
    package var refresh: Duration?
    package var events: [CalendarEvent]
    /// Who made it, for programs: `-//Example//Product//EN`.
    package var productID: String

    package init(
        method: Method? = nil, name: String? = nil, refresh: Duration? = nil, events: [CalendarEvent],
        productID: String
    ) {
        self.method = method
        self.name = name
        self.refresh = refresh
        self.events = events
        self.productID = productID
    }

    /// UTF-8 with CRLF. The same document always has the same bytes.
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

    /// One for each zone that an event names, by name.
    private var zones: [CalendarComponent] {
        let times = events.flatMap { [$0.starts, $0.ends].compactMap { $0 } }.filter(\.needsZone)
        return Dictionary(grouping: times, by: \.zone).sorted { $0.key < $1.key }.compactMap { name, times in
            let instants = times.map(\.instant)
            guard let first = instants.min(), let last = instants.max() else { return nil }
            return .zone(name, times[0].rules, covering: first...last)
        }
    }
}
