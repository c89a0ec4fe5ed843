internal import Access
internal import Accounts
internal import Circles
internal import JSON
internal import NoonishAPI
internal import OpenAPI
internal import Restaurants

/// The wire types of outings, as schemas.
extension Schema {
    static let outing = Schema.named(
        "Outing",
        .object(
            .field("id", .id), .field("revision", .integer(0...Int.max, 9), "Counts every happening."),
            .field(
                "version", .integer(0...Int.max, 7),
                "Moves when a field that PATCH can write changes; stands before the dot of the ETag."),
            .field("title", .string("Thursday lunch")),
            .field("state", .oneOf(Outing.State.self), "`planning` until time and place both stand."),
            .field("startsAt", localTime.orNull, "Null while the time is open."),
            .field("endsAt", localTime.orNull),
            .field("timeZone", .string("Europe/Helsinki"), "Name of tzdata."),
            .field("restaurant", outingRestaurant.orNull, "As it was when it was chosen."),
            .field("place", .string("At Tom's").orNull, "A place in words."),
            .field("note", .string("Bring cash").orNull),
            .field("capacity", .integer(1...100_000, 12).orNull, "Seats, the host counted; null: no limit."),
            .field(
                "free", .integer(0...100_000, 4).orNull,
                "Seats neither taken nor held for somebody who waits; null: no limit."),
            .field("respondBy", localTime.orNull), .field("host", person),
            .field("cohosts", .array(of: person)),
            .field("myAttendance", attendance.orNull), .field("counts", counts),
            .field("openThen", openThen.orNull, "Whether the restaurant is open at the time."),
            .field("dietFit", dietFit.orNull, "For how many of those with needs the restaurant works."),
            .optional("dietWarning", dietWarning, "For hosts: the restaurant has nothing for somebody."),
            .field("origins", originsShared.orNull, "Who has said where they start; null: nobody."),
            .field(
                "series",
                Schema.object(
                    .field("id", .id), .field("date", .date, "Of the rule, whenever the outing takes place.")
                ).orNull, "The series that it was made for."),
            .field("cancelReason", .string("The cook is ill").orNull), .field("createdAt", .instant),
            .field("updatedAt", .instant)))

    static let attendance = Schema.named(
        "Attendance",
        .object(
            .field("id", .id), .field("person", person), .field("role", .oneOf(AttendanceRole.self)),
            .field("status", .oneOf(AttendanceStatus.self)),
            .field("partySize", .integer(1...50), "Seats: themselves and whom they bring."),
            .field("note", .string("Five minutes late").orNull), .field("respondedAt", .instant.orNull),
            .field("changedSince", .boolean, "Whether time or place has changed since they answered."),
            .field("setByHost", .boolean, "Whether a host answered for them."),
            .field("invitation", invitation.orNull, "How they were asked; null for the host."),
            .field("waiting", waiting.orNull, "Of who waits for a seat; to themselves and to hosts.")))

    private static let waiting = Schema.named(
        "Waiting",
        .object(
            .field("place", .integer(1...Int.max, 2), "In the queue, from 1 on."),
            .field("offerEndsAt", .instant.orNull, "Until when seats are held for them."),
            .field("hasMissed", .boolean, "They let an offer run out, and get none until they ask again.")))

    private static let originsShared = Schema.named(
        "OriginsShared",
        .object(
            .field("count", .integer(1...Int.max, 3)),
            .field("isMine", .boolean, "Whether the reader is among them.")))

    private static let dietWarning = Schema.named(
        "DietWarning",
        .object(
            .field("dietFit", dietFit),
            .field(
                "better",
                .array(
                    of: .object(
                        .field("id", .id), .field("name", .string("Ravintola Sakura")),
                        .field("distance", .number(0...20_100_000, 412), "Metres from the chosen one."),
                        .field("dietFit", dietFit))),
                "Near by, the best first.")))

    static let invitedPage = Schema.named(
        "InvitedPage",
        .page(
            of: attendance,
            .field("dietWarning", dietWarning.orNull, "The chosen restaurant has nothing for somebody.")))

    private static let invitation = Schema.named(
        "InvitationSummary",
        .object(
            .field("id", .id), .field("channel", .oneOf(InvitationSummary.Channel.self)),
            .field("state", .oneOf(InvitationSummary.State.self)),
            .optional("address", .string("ada@example.org"), "Shown only to the host who typed it.")))

    private static let counts = Schema.named(
        "AttendanceCounts",
        .object(
            .field("invited", .integer(0...Int.max, 3)), .field("attending", .integer(0...Int.max, 2)),
            .field("maybe", .integer(0...Int.max)), .field("declined", .integer(0...Int.max, 1)),
            .field("waitlisted", .integer(0...Int.max)),
            .field("seats", .integer(0...Int.max, 3), "What the attending need.")))

    private static let outingRestaurant = Schema.named(
        "OutingRestaurant",
        .object(
            .field("id", .id), .field("name", .string("Ravintola Sakura")),
            .field("address", .string("Mannerheimintie 1, 00100 Helsinki").orNull),
            .field("phone", .string("+358401234567").orNull),
            .field("website", .string("https://sakura.example").orNull), .field("location", location.orNull),
            .field(
                "attribution", .string("© OpenStreetMap contributors").orNull,
                "What must be said of its data wherever it is shown.")))

    static let companion = Schema.named(
        "Companion",
        .object(
            .field("person", person), .field("meals", .integer(1...Int.max, 3), "Outings both came to."),
            .field("lastAt", .instant, "When the last of them began.")))

    static let link = Schema.named(
        "OutingLink",
        .object(
            .field("id", .id), .field("url", .string("http://localhost:8080/i/kYd3wJ0m8Qe2Xv5tLr9bNc")),
            .field("createdAt", .instant), .field("expiresAt", .instant),
            .field("maxUses", .integer(1...10_000, 20).orNull, "Null: any number."),
            .field("uses", .integer(0...10_000))))

    static let invitationView = Schema.named(
        "InvitationView",
        .object(
            .field(
                "kind", .oneOf(InvitationView.Kind.self),
                "A personal link is one person's; a share link may be passed on."),
            .field("title", .string("Thursday lunch")), .field("state", .oneOf(Outing.State.self)),
            .field("startsAt", localTime.orNull), .field("endsAt", localTime.orNull),
            .field("timeZone", .string("Europe/Helsinki")), .field("restaurant", outingRestaurant.orNull),
            .field("place", .string("At Tom's").orNull),
            .field("openThen", openThen.orNull, "Whether the restaurant is open at the time."),
            .field("note", .string("Bring cash").orNull, "With a personal link only."),
            .field("respondBy", localTime.orNull),
            .field("hostName", .string("Leila"), "The first name alone with a share link."),
            .field("counts", counts),
            .field("free", .integer(0...100_000, 4).orNull, "Seats; null: no limit."),
            .field("attendees", .array(of: attendance).orNull, "With a personal link only."),
            .field("attendance", attendance.orNull, "The holder's own."),
            .field(
                "url", .string("http://localhost:8080/i/kYd3wJ0m8Qe2Xv5tLr9bNc").orNull,
                "The holder's own page.")))

    /// With the offset that holds in the outing's zone.
    private static let localTime = Schema.instant.showing("2027-03-11T12:30:00+02:00")
}

/// What is sent to make or change them.
extension Schema {
    static let newOuting = Schema.object(
        [.field("title", .text(OutingLimits.title, "Thursday lunch"))]
            + optionalFields.map { field in
                .optional(field.name, field.schema.orNull)
            } + [.optional("invite", invite.orNull)])

    /// A merge patch.
    static let outingPatch = Schema.object(
        [
            .optional("title", .text(OutingLimits.title, "Thursday lunch")),
            .optional("timeZone", .timeZone),
        ]
            + optionalFields.filter { $0.name != "timeZone" }.map { field in
                .optional(field.name, field.schema.orNull)
            })

    private static let optionalFields: [SchemaField] = [
        .optional("startsAt", wallTime), .optional("endsAt", wallTime), .optional("timeZone", .timeZone),
        .optional("restaurantId", .id), .optional("place", .text(OutingLimits.place, "At Tom's")),
        .optional("note", .text(OutingLimits.note, multiline: true, "Bring cash")),
        .optional("capacity", .integer(OutingLimits.capacity, 12)), .optional("respondBy", wallTime),
    ]

    static let invite = Schema.object(
        .optional("people", .array(of: .id, max: OutingLimits.invitees).orNull),
        .optional("emails", .array(of: .address, max: OutingLimits.invitees).orNull),
        .optional("circles", .array(of: .id, max: CircleLimits.circles).orNull, "Everybody in these."))

    /// An answer, with what else `more` says.
    static func answer(_ more: SchemaField...) -> Schema {
        .object(
            [
                .field("status", .oneOf(AnswerInput.Status.self)),
                .optional("partySize", .integer(OutingLimits.partySize, 2).orNull),
                .optional(
                    "note", .text(OutingLimits.answerNote, multiline: true, "Five minutes late").orNull),
            ] + more)
    }

    /// A time on a clock, read in the outing's zone, or an instant with an offset.
    private static let wallTime = Schema.text(0...40, "2027-03-11T12:30")
        .saying("A time on a clock, read in `timeZone`, or one with an offset.")
}
