package import Foundation

/// What somebody's calendar answered to an invitation.
///
/// Whom it is from is not what it says: whoever takes it proves that by the address it came to.
/// - Source: RFC 5546 §3.2.3 (REPLY), §3.2.7 (COUNTER).
package struct CalendarReply: Hashable, Sendable {
    package enum Answer: Hashable, Sendable {
        case accepted, declined, tentative
        /// Another time; how they would answer to the present one is not said.
        case counter(starts: Date, ends: Date?)
    }

    package let uid: String
    /// The SEQUENCE that they answered to, as they say.
    package let sequence: Int
    /// When they answered, by their clock.
    package let stamp: Date
    package let answer: Answer
    /// `local@domain` of the attendee, in small letters; nil if it is no mail address.
    package let attendee: String?
    /// Control characters are spaces, and the length is bounded.
    package let comment: String?

    /// Reads `METHOD:REPLY` or `METHOD:COUNTER` about one event.
    ///
    /// ORGANIZER is not asked for: Outlook.com leaves it out, and the UID says whose event it is.
    /// - Throws: ``CalendarFault`` for anything else, and for an answer that is none (NEEDS-ACTION, DELEGATED).
    package init(_ document: CalendarComponent) throws(CalendarFault) {
        let method = document["METHOD"]?.value.uppercased()
        guard method == "REPLY" || method == "COUNTER" else {
            throw CalendarFault("the document is neither REPLY nor COUNTER")
        }
        let events = document.components("VEVENT")
        guard let event = events.first, events.count == 1 else {
            throw CalendarFault("the document is not about one event")
        }
        guard event["RECURRENCE-ID"] == nil else {
            throw CalendarFault("it is about one of a series of events")
        }
        guard let uid = event["UID"]?.text, (1...CalendarLimits.identifierBytes).contains(uid.utf8.count)
        else {
            throw CalendarFault("the event has no UID")
        }
        guard let stamp = event["DTSTAMP"].flatMap({ CalendarTime.utc($0.value) }) else {
            throw CalendarFault("the event has no DTSTAMP in UTC")
        }
        guard let sequence = event["SEQUENCE"].map({ Int($0.value) }) ?? 0,
            (0...Int(Int32.max)).contains(sequence)
        else { throw CalendarFault("SEQUENCE is not a number") }
        let attendees = event.all("ATTENDEE")
        guard let attendee = attendees.first, attendees.count == 1 else {
            throw CalendarFault("the answer is not from one attendee")
        }
        self.uid = uid
        self.stamp = stamp
        self.sequence = sequence
        self.attendee = Self.address(attendee.value)
        comment = event["COMMENT"].flatMap { Self.comment($0.text) }
        answer = method == "COUNTER" ? try Self.counter(event, document) : try Self.answer(attendee)
    }

    private static func answer(_ attendee: ContentLine) throws(CalendarFault) -> Answer {
        switch attendee["PARTSTAT"]?.uppercased() {
        case "ACCEPTED": return .accepted
        case "DECLINED": return .declined
        case "TENTATIVE": return .tentative
        default: throw CalendarFault("the attendee has not answered")
        }
    }

    private static func counter(
        _ event: CalendarComponent, _ document: CalendarComponent
    ) throws(CalendarFault) -> Answer {
        guard let start = event["DTSTART"], let starts = instant(start, document) else {
            throw CalendarFault("the other time cannot be read")
        }
        guard let end = event["DTEND"] else { return .counter(starts: starts, ends: nil) }
        guard let ends = instant(end, document), ends > starts else {
            throw CalendarFault("the other time does not end after it begins")
        }
        return .counter(starts: starts, ends: ends)
    }

    /// In UTC, or in a zone that tzdata has or the document explains. Floating times and whole days are none.
    private static func instant(_ line: ContentLine, _ document: CalendarComponent) -> Date? {
        if let instant = CalendarTime.utc(line.value) { return instant }
        guard let wall = WallClock(basicText: line.value[...]), let zone = line["TZID"] else { return nil }
        let explained = document.components("VTIMEZONE").first { $0["TZID"]?.text == zone }
        if let reading = explained.flatMap(ZoneReading.init) { return reading.instant(of: wall) }
        guard let rules = TimeZone(identifier: zone) else { return nil }
        let asUTC = Date(timeIntervalSince1970: Double(wall.secondsAsUTC))
        return asUTC - Double(rules.secondsFromGMT(for: asUTC - Double(rules.secondsFromGMT(for: asUTC))))
    }

    private static func address(_ value: String) -> String? {
        guard value.lowercased().hasPrefix("mailto:") else { return nil }
        let address = value.dropFirst("mailto:".count).lowercased()
        return address.utf8.contains(UInt8(ascii: "@")) ? address : nil
    }

    private static func comment(_ text: String) -> String? {
        let words = text.unicodeScalars.split {
            $0.properties.isWhitespace || $0.properties.generalCategory == .control
        }
        let line = words.map { String($0) }.joined(separator: " ")
        return line.isEmpty
            ? nil
            : String(String.UnicodeScalarView(line.unicodeScalars.prefix(CalendarLimits.commentCharacters)))
    }
}
