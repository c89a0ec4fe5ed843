import Calendars
import Foundation

/// With and without clock changes, north and south, by half an hour, by the moon, at odd offsets.
let zones = [
    "Europe/Helsinki", "America/New_York", "Asia/Tokyo", "UTC", "Asia/Kathmandu", "Australia/Lord_Howe",
    "Africa/Casablanca", "Europe/Dublin", "America/St_Johns", "Asia/Jerusalem", "Africa/Cairo",
    "Pacific/Chatham",
    "America/Santiago", "Asia/Kolkata",
]

extension Date {
    init(utc text: String) throws { self = try Date(text, strategy: .iso8601) }
}

extension CalendarEvent {
    static func lunch(_ starts: Date, in zone: String, uid: String = "0195f0a0-7000-7000-8000-000000000001")
        -> Self
    {
        var event = CalendarEvent(
            uid: uid, sequence: 3, stamp: Date(timeIntervalSince1970: 1_800_000_000), summary: "Lunch")
        event.starts = CalendarTime(starts, zone: zone)
        event.ends = CalendarTime(starts + 5_400, zone: zone)
        return event
    }
}

extension CalendarDocument {
    init(_ events: [CalendarEvent], method: Method? = nil) {
        self.init(method: method, events: events, productID: "-//Noonish//Tests//EN")
    }
}

/// A message from an attendee's calendar.
func reply(_ lines: [String], method: String = "REPLY", zone: [String] = []) -> [UInt8] {
    let all =
        ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Example//Calendar//EN", "METHOD:\(method)"] + zone
        + ["BEGIN:VEVENT", "UID:0195f0a0-7000-7000-8000-000000000001", "DTSTAMP:20270310T090000Z"] + lines
        + ["END:VEVENT", "END:VCALENDAR"]
    return Array((all.joined(separator: "\r\n") + "\r\n").utf8)
}
