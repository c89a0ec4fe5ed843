import Initializers
package import JSON
import Journal

/// When an outing takes place: wall times, which are what people agreed on, and their instants.
@MemberwiseInit
package struct OutingTime: Hashable, Sendable {
    package var startsAt: ZonedTime
    package var endsAt: ZonedTime? = nil
}

extension OutingTime: StoredValue {
    package func encode(to writer: inout JSONWriter) {
        writer.object {
            $0.field("startsAt", startsAt.text)
            $0.field("endsAt", endsAt?.text)
            $0.field("timeZone", startsAt.zone)
        }
    }

    package init?(stored value: JSONValue) {
        guard case .object(let object) = value, let zone = object.text("timeZone"),
            let starts = object.text("startsAt").flatMap({ ZonedTime(text: $0, zone: zone) })
        else { return nil }
        startsAt = starts
        endsAt = object.text("endsAt").flatMap { ZonedTime(text: $0, zone: zone) }
    }
}
