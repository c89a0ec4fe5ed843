import Circles
package import Foundation
package import HTTPKit
package import NoonishAPI
import People

/// A time as entered. It is not parsed yet, because its zone may come from another field.
package struct TimeInput: Hashable, Sendable {
    let text: String
    let pointer: String

    init(text: String, pointer: String) {
        self.text = text
        self.pointer = pointer
    }

    /// Creates an input from a time, written with its offset.
    package init(_ time: ZonedTime) { self.init(text: time.text, pointer: "") }

    /// Parses the time.
    ///
    /// - Throws: 422 with a helpful message; for a wall time that is skipped by a clock change it suggests
    ///   the times before and after.
    package func read(in zone: String) throws(Problem) -> ZonedTime {
        do throws(ZonedTime.Fault) {
            return try ZonedTime.read(text, zone: zone)
        } catch {
            throw OutingProblems.time(error, text: text, zone: zone, pointer: pointer)
        }
    }
}

extension ValueParser where Value == TimeInput {
    /// Returns a parser for a time.
    ///
    /// - Parameter name: The field's name in the body, without a leading slash.
    package static func time(_ name: String) -> ValueParser<TimeInput> {
        .parsed("a time such as 2027-03-11T12:30", longest: 40) { TimeInput(text: $0, pointer: "/\(name)") }
    }
}

extension ValueParser {
    package static func id<Subject>() -> ValueParser<ID<Subject>> where Value == ID<Subject> {
        .parsed("an id", code: "malformed_id", longest: 36) { ID<Subject>($0) }
    }
}

extension ValueParser where Value == Date {
    /// Parses an instant with an offset, including fractions of seconds. ``ZonedTime`` would drop the
    /// seconds, but they decide which of two answers within a minute is the later one.
    package static var instant: ValueParser<Date> {
        .parsed("a time such as 2027-03-11T12:30:00Z", longest: 40) { text in
            let instant =
                (try? Date(text, strategy: Date.ISO8601FormatStyle()))
                ?? (try? Date(text, strategy: Date.ISO8601FormatStyle(includingFractionalSeconds: true)))
            return instant.flatMap { OutingLimits.instants.contains($0.timeIntervalSince1970) ? $0 : nil }
        }
    }
}

/// A validated request for a new outing. Its times are parsed once its zone is known.
struct NewOuting: Sendable {
    let fields: FieldEdits
    let timeZone: String?
    let startsAt: TimeInput?
    let endsAt: TimeInput?
    let restaurant: RestaurantID?
    let place: String?
    let respondBy: TimeInput?
    let invite: InviteInput

    init(_ body: ObjectReader) throws(Problem) {
        var body = body
        fields = FieldEdits(new: &body)
        timeZone = body.optional("timeZone", .timeZoneName)
        startsAt = body.optional("startsAt", .time("startsAt"))
        endsAt = body.optional("endsAt", .time("endsAt"))
        (restaurant, place) = body.place()
        respondBy = body.optional("respondBy", .time("respondBy"))
        invite = body.object("invite") { InviteInput(&$0, at: "/invite") } ?? InviteInput()
        if endsAt != nil, startsAt == nil {
            body.refuse("endsAt", "end_without_start", "An end time needs a start time.")
        }
        try body.finish()
    }
}

/// A validated merge patch of an outing (RFC 7396).
package struct OutingPatch: Sendable {
    let fields: FieldEdits
    let timeZone: PatchField<String>
    let startsAt: PatchField<TimeInput>
    let endsAt: PatchField<TimeInput>
    let restaurant: PatchField<RestaurantID>
    let place: PatchField<String>
    let respondBy: PatchField<TimeInput>

    init(_ body: ObjectReader) throws(Problem) {
        var body = body
        fields = FieldEdits(patch: &body)
        timeZone = body.timeZonePatch()
        startsAt = body.field("startsAt", .time("startsAt"))
        endsAt = body.field("endsAt", .time("endsAt"))
        (restaurant, place) = body.placePatch()
        respondBy = body.field("respondBy", .time("respondBy"))
        if case .null = startsAt, case .value = endsAt {
            body.refuse("endsAt", "end_without_start", "An end time needs a start time.")
        }
        try body.finish()
    }

    /// Creates a patch with another time, another place, or both; `nil` keeps the present value.
    ///
    /// - Parameters:
    ///   - time: A start without an end keeps the duration, as in a host's patch.
    ///   - zone: Another zone for the outing.
    ///   - place: A place as free text.
    package init(time: OutingTime?, zone: String?, restaurant: RestaurantID?, place: String?) {
        fields = FieldEdits()
        timeZone = zone.map { .value($0) } ?? .absent
        startsAt = time.map { .value(TimeInput(text: $0.startsAt.text, pointer: "/startsAt")) } ?? .absent
        endsAt = time?.endsAt.map { .value(TimeInput(text: $0.text, pointer: "/endsAt")) } ?? .absent
        self.restaurant = restaurant.map { .value($0) } ?? .absent
        self.place = place.map { .value($0) } ?? .absent
        respondBy = .absent
    }

    /// Whether the patch contains only fields that may be edited after the outing is over.
    var isAllowedAfterEnd: Bool {
        fields.areAllowedAfterEnd && timeZone.isAbsent && startsAt.isAbsent && endsAt.isAbsent
            && restaurant.isAbsent && place.isAbsent && respondBy.isAbsent
    }
}

/// The people to invite.
package struct InviteInput: Sendable {
    var people: [PersonID] = []
    /// The addresses in lower case, with the names that the host gave to their owners.
    var emails: [NamedAddress] = []
    /// The names of people without an address, for whom the hosts answer.
    var names: [String] = []
    var circles: [CircleID] = []
    /// JSON Pointer of the object that contains the lists.
    var pointer = ""

    init() {}

    package init(people: [PersonID], emails: [NamedAddress]) {
        self.people = people
        self.emails = emails
    }

    /// Reads the people of a series, which has no people without an address or an account.
    ///
    /// - Parameter most: The largest number of people, and of addresses.
    package init(ofSeries body: inout ObjectReader, people most: Int, addresses: Int) {
        people = body.array("people", .id(), max: most)
        emails = Self.emails(&body, max: addresses)
        circles = body.array("circles", .id(), max: CircleLimits.circles)
    }

    init(_ body: inout ObjectReader, at pointer: String = "") {
        self.pointer = pointer
        people = body.array("people", .id(), max: OutingLimits.invitees)
        emails = Self.emails(&body, max: OutingLimits.invitees)
        names = body.array("names", .text(InvitationAnswers.nameLength), max: OutingLimits.invitees)
        circles = body.array("circles", .id(), max: CircleLimits.circles)
    }

    init(_ body: ObjectReader) throws(Problem) {
        var body = body
        self.init(&body)
        try body.finish()
    }

    private static func emails(_ body: inout ObjectReader, max count: Int) -> [NamedAddress] {
        body.array("emails", .namedAddress(nameLength: InvitationAnswers.nameLength), max: count)
            .map { NamedAddress(address: $0.address.lowercased(), name: $0.name) }
    }

    var isEmpty: Bool { people.isEmpty && emails.isEmpty && names.isEmpty && circles.isEmpty }
}

/// A validated answer.
package struct AnswerInput: Sendable {
    /// The statuses that a person may choose.
    package enum Status: String, Sendable, CaseIterable {
        case attending, maybe, declined, waitlisted

        var status: AttendanceStatus {
            switch self {
            case .attending: .attending
            case .maybe: .maybe
            case .declined: .declined
            case .waitlisted: .waitlisted
            }
        }
    }

    let status: AttendanceStatus
    let partySize: Int?
    let note: PatchField<String>
    /// When the person pressed the button, if that was earlier than this request.
    let answeredAt: Date?
    let againstRevision: Int?

    init(_ body: ObjectReader) throws(Problem) {
        var body = body
        let status = body.required("status", .oneOf(Status.self))
        partySize = body.optional("partySize", .integer(OutingLimits.partySize))
        note = body.field("note", .text(OutingLimits.answerNote, multiline: true))
        answeredAt = body.optional("answeredAt", .instant)
        againstRevision = body.optional("againstRevision", .integer(0...Int.max))
        self.status = try body.finish(status).status
    }

    package init(status: AttendanceStatus, partySize: Int?, note: PatchField<String>, answeredAt: Date? = nil)
    {
        self.status = status
        self.partySize = partySize
        self.note = note
        self.answeredAt = answeredAt
        againstRevision = nil
    }
}
