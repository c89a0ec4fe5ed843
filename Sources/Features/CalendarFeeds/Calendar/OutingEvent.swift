import Calendars
import Foundation
import NoonishAPI
import Outings

// An outing as calendars have it. Its id is the UID, so that the same event is known again whichever way it came.

extension OutingRow {
    /// The event as it is planned; nil without a time.
    ///
    /// - Parameters:
    ///   - link: Where the outing can be looked at.
    ///   - attribution: What must be said wherever the restaurant's data is shown.
    func event(link: String, attribution: String?) -> CalendarEvent? {
        guard let time = state.time else { return nil }
        var event = event(title: state.title, time: time)
        event.status = state.cancellation == nil ? .confirmed : .cancelled
        event.location = state.place.map { [$0.name, $0.address].compactMap { $0 }.joined(separator: ", ") }
        if let latitude = state.place?.latitude, let longitude = state.place?.longitude {
            event.position = (latitude, longitude)
        }
        event.url = link
        event.description = [state.note, link, attribution].compactMap { $0 }.joined(separator: "\n\n")
        return event
    }

    /// No more than what names the event.
    func event(title: String, time: OutingTime?) -> CalendarEvent {
        var event = CalendarEvent(
            uid: id.description, sequence: calendarSequence, stamp: updatedAt, summary: title)
        event.starts = time.flatMap { CalendarTime($0.startsAt.instant, zone: $0.startsAt.zone) }
        event.ends = time.flatMap { CalendarTime($0.usualEnd, zone: $0.startsAt.zone) }
        return event
    }
}

extension OutingTime {
    /// Its end, else the usual while after its start.
    fileprivate var usualEnd: Date { endsAt?.instant ?? startsAt.instant + OutingLimits.usualDuration }
}

extension CalendarDocument {
    init(_ method: Method? = nil, _ events: [CalendarEvent], name: String? = nil, refresh: Duration? = nil) {
        self.init(
            method: method, name: name, refresh: refresh, events: events, productID: "-//Noonish//Noonish//EN"
        )
    }
}
