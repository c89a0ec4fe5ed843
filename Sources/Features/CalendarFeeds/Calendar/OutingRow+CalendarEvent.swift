import Calendars
import Foundation
import NoonishAPI
import Outings

// Outings as calendar events. The outing's id is the UID, so feeds and mails describe the same event.

extension OutingRow {
    /// Returns the event with all its details, or `nil` if the outing has no time.
    ///
    /// - Parameters:
    ///   - link: The address of the outing's page.
    ///   - attribution: The attribution that the licence of the restaurant's data requires.
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

    /// Returns an event with only its identity, title and time.
    func event(title: String, time: OutingTime?) -> CalendarEvent {
        var event = CalendarEvent(
            uid: id.description, sequence: calendarSequence, stamp: updatedAt, summary: title)
        event.starts = time.flatMap { CalendarTime($0.startsAt.instant, zone: $0.startsAt.zone) }
        event.ends = time.flatMap { CalendarTime($0.assumedEnd, zone: $0.startsAt.zone) }
        return event
    }
}

extension OutingTime {
    /// The end, or the start plus the usual duration if no end is set.
    fileprivate var assumedEnd: Date { endsAt?.instant ?? startsAt.instant + OutingLimits.defaultDuration }
}

extension CalendarDocument {
    init(_ method: Method? = nil, _ events: [CalendarEvent], name: String? = nil, refresh: Duration? = nil) {
        self.init(
            method: method, name: name, refresh: refresh, events: events, productID: "-//Noonish//Noonish//EN"
        )
    }
}
