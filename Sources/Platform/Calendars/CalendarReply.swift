import CivilTime
package import Foundation

/// A calendar program's response to an invitation.
///
/// The document does not prove its sender: the caller must establish the sender from the address that the
/// reply was sent to.
/// - Source: RFC 5546 §3.2.3 (REPLY), §3.2.7 (COUNTER).
package struct CalendarReply: Hashable, Sendable {
    package enum Answer: Hashable, Sendable {
        case accepted, declined, tentative
        /// Proposes another time. The document does not say whether the attendee accepts the current one.
        case counter(starts: Date, ends: Date?)
    }

    package let uid: String
    /// The SEQUENCE that the attendee responded to, as stated in the reply.
    package let sequence: Int
    /// The time of the response, by the attendee's clock.
    package let stamp: Date
    package let answer: Answer
    /// `local@domain` of the attendee in lower case; `nil` if the attendee is not a mail address.
    package let attendee: String?
    /// The attendee's comment on one line, with white space and control characters replaced by single spaces,
    /// and bounded in length.
    package let comment: String?

    /// Reads `METHOD:REPLY` or `METHOD:COUNTER` for one event.
    ///
    /// ORGANIZER is not required: Outlook.com omits it, and the UID identifies the event.
    /// - Throws: ``CalendarFault`` for anything else, and for a participation status that is not a response
    ///   (NEEDS-ACTION, DELEGATED).
    package init(_ document: CalendarComponent) throws(CalendarFault) {
        let method = document["METHOD"]?.value.uppercased()
        guard method == "REPLY" || method == "COUNTER" else {
            throw CalendarFault("the document is neither REPLY nor COUNTER")
        }
        let events = document.components("VEVENT")
        guard let event = events.first, events.count == 1 else {
            throw CalendarFault("the document does not have exactly one event")
        }
        guard event["RECURRENCE-ID"] == nil else {
            throw CalendarFault("the document is about one event of a series")
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
            throw CalendarFault("the reply does not have exactly one attendee")
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
            throw CalendarFault("the proposed time cannot be read")
        }
        guard let end = event["DTEND"] else { return .counter(starts: starts, ends: nil) }
        guard let ends = instant(end, document), ends > starts else {
            throw CalendarFault("the proposed end is not after the proposed start")
        }
        return .counter(starts: starts, ends: ends)
    }

    /// Returns the instant of a date-time in UTC, or in a zone that tzdata or the document defines. `nil` for
    /// floating times and whole days.
    private static func instant(_ line: ContentLine, _ document: CalendarComponent) -> Date? {
        if let instant = CalendarTime.utc(line.value) { return instant }
        guard let wall = WallClock(basicText: line.value[...]), let zone = line["TZID"] else { return nil }
        let explained = document.components("VTIMEZONE").first { $0["TZID"]?.text == zone }
        if let reading = explained.flatMap(ReceivedTimeZone.init) { return reading.instant(of: wall) }
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
