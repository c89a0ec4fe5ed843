package import Foundation
import Initializers

/// One event, as its organizer publishes it.
package struct CalendarEvent: Hashable, Sendable {
    package enum Status: String, Hashable, Sendable {
        case tentative = "TENTATIVE"
        case confirmed = "CONFIRMED"
        case cancelled = "CANCELLED"
    }

    /// The globally unique identifier of the event, the same for its whole life and in every calendar.
    package var uid: String
    /// The revision number; it increases with significant changes: another time, another place, a
    /// cancellation.
    package var sequence: Int
    /// The time of the revision (DTSTAMP). Never decreases for one UID.
    package var stamp: Date
    /// `nil` only in the cancellation of an event.
    package var starts: CalendarTime?
    package var ends: CalendarTime?
    package var summary: String
    package var description: String?
    package var location: String?
    /// Latitude and longitude in degrees, WGS 84.
    package var position: (latitude: Double, longitude: Double)? {
        get { geo.map { ($0[0], $0[1]) } }
        set { geo = newValue.map { [$0.latitude, $0.longitude] } }
    }
    package var url: String?
    package var status: Status?
    /// Whether the event blocks the time in a calendar.
    package var isBusy = true
    package var organizer: CalendarUser?
    package var attendee: Attendee?

    private var geo: [Double]?

    package init(uid: String, sequence: Int, stamp: Date, summary: String) {
        self.uid = uid
        self.sequence = sequence
        self.stamp = stamp
        self.summary = summary
    }
}

/// A calendar user with a mail address.
@MemberwiseInit
package struct CalendarUser: Hashable, Sendable {
    /// `local@domain`, in plain ASCII.
    package let address: String
    package let name: String?

    fileprivate func line(_ property: String, _ parameters: [(String, String)] = []) -> ContentLine {
        let common = name.map { [("CN", $0)] } ?? []
        return ContentLine(property, common + parameters, value: "mailto:\(address)")
    }
}

/// The invitee of an event and their response.
@MemberwiseInit(unlabeled: 2)
package struct Attendee: Hashable, Sendable {
    package enum Participation: String, Hashable, Sendable {
        case needsAction = "NEEDS-ACTION"
        case accepted = "ACCEPTED"
        case tentative = "TENTATIVE"
        case declined = "DECLINED"
    }

    package let user: CalendarUser
    package let participation: Participation
}

extension CalendarEvent {
    /// The event as a VEVENT.
    ///
    /// - Source: RFC 5545 §3.6.1.
    var component: CalendarComponent {
        var lines = [
            ContentLine("UID", text: uid),
            ContentLine("SEQUENCE", value: String(sequence)),
            ContentLine("DTSTAMP", value: CalendarTime.utcText(stamp)),
        ]
        if let starts { lines.append(starts.line("DTSTART")) }
        if let ends { lines.append(ends.line("DTEND")) }
        lines.append(ContentLine("SUMMARY", text: summary))
        if let description { lines.append(ContentLine("DESCRIPTION", text: description)) }
        if let location { lines.append(ContentLine("LOCATION", text: location)) }
        if let position {
            lines.append(
                ContentLine(
                    "GEO", value: "\(Self.degrees(position.latitude));\(Self.degrees(position.longitude))"))
        }
        if let url { lines.append(ContentLine("URL", value: url)) }
        if let status { lines.append(ContentLine("STATUS", value: status.rawValue)) }
        lines.append(ContentLine("TRANSP", value: isBusy ? "OPAQUE" : "TRANSPARENT"))
        if let organizer { lines.append(organizer.line("ORGANIZER")) }
        if let attendee { lines.append(attendee.line) }
        return CalendarComponent("VEVENT", lines)
    }

    /// Returns a coordinate with six decimals (a tenth of a metre), as RFC 5545 §3.8.1.6 recommends; never
    /// with an exponent.
    private static func degrees(_ value: Double) -> String {
        let millionths = Int((value * 1_000_000).rounded())
        let digits = String(1_000_000 + abs(millionths) % 1_000_000).dropFirst()
        return "\(millionths < 0 ? "-" : "")\(abs(millionths) / 1_000_000).\(digits)"
    }
}

extension Attendee {
    fileprivate var line: ContentLine {
        user.line(
            "ATTENDEE",
            [
                ("CUTYPE", "INDIVIDUAL"), ("ROLE", "REQ-PARTICIPANT"), ("PARTSTAT", participation.rawValue),
                ("RSVP", "TRUE"),
            ])
    }
}
