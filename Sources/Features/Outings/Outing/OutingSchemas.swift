import Access
import Accounts
import Circles
import JSON
import NoonishAPI
package import OpenAPI
import Restaurants

/// The wire types of outings, as schemas.
extension Schema {
    static let outing = Schema.named(
        "Outing",
        .object(
            [
                .field("id", .id), .field("revision", .integer(0...Int.max, 9), "Counts every change."),
                .field(
                    "version", .integer(0...Int.max, 7),
                    "Increases when a field that PATCH accepts changes; the part of the ETag before the dot."),
            ] + OutingState.plainFields.map { $0.outputField($0.description) } + [
                .field("state", .oneOf(Outing.State.self), "`planning` until both time and place are set."),
                .field("startsAt", localTime.orNull, "Null while there is no time."),
                .field("endsAt", localTime.orNull),
                .field("timeZone", .string("Europe/Helsinki"), "A name of the tz database."),
                .field("restaurant", outingRestaurant.orNull, "The restaurant as it was when it was chosen."),
                .field("place", .string("At Tom's").orNull, "The description of a place."),
                .field(
                    "free", .integer(0...100_000, 4).orNull,
                    "Seats that are neither taken nor held for waiting attendees; null for no limit."),
                .field("respondBy", localTime.orNull), .field("host", person),
                .field("cohosts", .array(of: person)),
                .field("myAttendance", attendance.orNull), .field("counts", counts),
                .field("openThen", openThen.orNull, "Whether the restaurant is open at the time."),
                .field("dietFit", dietFit.orNull, "How many people with dietary needs the restaurant suits."),
                .optional(
                    "dietWarning", dietWarning,
                    "For hosts: whether the restaurant has nothing for one of the people."),
                .optional(
                    "orderState", .oneOf(GroupOrder.State.self),
                    "The state of its order, in messages to webhooks."),
                .field(
                    "origins", originsShared.orNull,
                    "How many people have shared where they start; null if none have."),
                .field(
                    "series",
                    Schema.object(
                        .field("id", .id),
                        .field(
                            "date", .date,
                            "The date of the rule, even if the outing takes place at another time."
                        )
                    ).orNull, "The series that created it."),
                .field("cancelReason", .string("The cook is ill").orNull), .field("createdAt", .instant),
                .field("updatedAt", .instant),
            ]))

    static let attendance = Schema.named(
        "Attendance",
        .object(
            .field("id", .id), .field("person", person), .field("role", .oneOf(AttendanceRole.self)),
            .field("status", .oneOf(AttendanceStatus.self)),
            .field("partySize", .integer(1...50), "Seats for the person and their companions."),
            .field("note", .string("Five minutes late").orNull), .field("respondedAt", .instant.orNull),
            .field("changedSince", .boolean, "Whether the time or place has changed since they answered."),
            .field("setByHost", .boolean, "Whether a host answered for them."),
            .field("invitation", invitation.orNull, "How they were invited; null for the host."),
            .field("waiting", waiting.orNull, "For a waiting attendee; shown to them and to hosts."),
            .optional(
                "nameWarning", .oneOf(Attendance.NameWarning.self),
                "In lists: the name looks like another of the list, or a word of it mixes scripts."),
            .optional(
                "isUnnamed", .boolean,
                "True if neither the host nor the guest has given a name that the caller may see."),
            .optional("reach", reach, "In lists for hosts: how news reaches them.")))

    private static let reach = Schema.oneOf(Attendance.Reach.self)

    static let dietCounts = Schema.named(
        "DietCounts",
        .object(
            .field("seats", .integer(0...Int.max, 12), "The seats of the people who attend."),
            .field(
                "needs",
                .array(
                    of: .object(
                        .field("need", .string("vegetarian"), "A diet, or `allergy`."),
                        .field("people", .integer(1...Int.max, 3)))),
                "The most frequent first; empty if fewer than three people have stated needs.")))

    static let reminderRecipients = Schema.named(
        "ReminderRecipients",
        .page(
            of: .named(
                "ReminderRecipient",
                .object(
                    .field("id", .id), .field("name", .string("Ada"), "The name as the host sees it."),
                    .field("reach", reach, "How the reminder reaches them."),
                    .field(
                        "wasReminded", .boolean,
                        "Whether they were reminded before. Another reminder reaches them neither by mail nor by push."
                    ))),
            .field(
                "nextAt", .instant.orNull, "When the next reminder is possible; null if it is possible now."))
    )

    private static let waiting = Schema.named(
        "Waiting",
        .object(
            .field("place", .integer(1...Int.max, 2), "The position in the queue, from 1."),
            .field("offerEndsAt", .instant.orNull, "The time until which seats are held for them."),
            .field(
                "hasMissed", .boolean,
                "Whether they let an offer expire and will get none until they ask again.")))

    private static let originsShared = Schema.named(
        "OriginsShared",
        .object(
            .field("count", .integer(1...Int.max, 3)),
            .field("isMine", .boolean, "Whether the caller is among them.")))

    private static let dietWarning = Schema.named(
        "DietWarning",
        .object(
            .field("dietFit", dietFit),
            .field(
                "better",
                .array(
                    of: .object(
                        .field("id", .id), .field("name", .string("Ravintola Sakura")),
                        .field(
                            "distance", .number(0...20_100_000, 412), "Metres from the chosen restaurant."),
                        .field("dietFit", dietFit))),
                "Nearby restaurants, best first.")))

    static let invitedPage = Schema.named(
        "InvitedPage",
        .page(
            of: attendance,
            .field(
                "dietWarning", dietWarning.orNull,
                "A warning that the chosen restaurant has nothing for one of the people.")))

    private static let invitation = Schema.named(
        "InvitationSummary",
        .object(
            .field("id", .id), .field("channel", .oneOf(InvitationSummary.Channel.self)),
            .field("state", .oneOf(InvitationSummary.State.self)),
            .optional("address", .string("ada@example.org"), "Shown only to the host who entered it.")))

    private static let counts = Schema.named(
        "AttendanceCounts",
        .object(
            .field("invited", .integer(0...Int.max, 3)), .field("attending", .integer(0...Int.max, 2)),
            .field("maybe", .integer(0...Int.max)), .field("declined", .integer(0...Int.max, 1)),
            .field("waitlisted", .integer(0...Int.max)),
            .field("seats", .integer(0...Int.max, 3), "The needs of the people who attend.")))

    private static let outingRestaurant = Schema.named(
        "OutingRestaurant",
        .object(
            .field("id", .id), .field("name", .string("Ravintola Sakura")),
            .field("address", .string("Mannerheimintie 1, 00100 Helsinki").orNull),
            .field("phone", .string("+358401234567").orNull),
            .field("website", .string("https://sakura.example").orNull), .field("location", location.orNull),
            .field(
                "attribution", .string("© OpenStreetMap contributors").orNull,
                "The attribution that its data requires."),
            .optional("vanished", .boolean, "Present and true if its source no longer lists it.")))

    static let companion = Schema.named(
        "Companion",
        .object(
            .field("person", person),
            .field("meals", .integer(1...Int.max, 3), "The number of outings that both attended."),
            .field("lastAt", .instant, "The start of the last of them.")))

    static let link = Schema.named(
        "OutingLink",
        .object(
            .field("id", .id), .field("url", .string("http://localhost:8080/i/kYd3wJ0m8Qe2Xv5tLr9bNc")),
            .field("createdAt", .instant), .field("expiresAt", .instant),
            .field("maxUses", .integer(1...10_000, 20).orNull, "Null for no limit."),
            .field(
                "maxPartySize", .integer(OutingLimits.partySize, 6),
                "The largest party of a person who comes by it."),
            .field("uses", .integer(0...10_000)),
            .field("attendees", .integer(0...500, 12), "People on the list who came by it.")))

    static let invitationView = Schema.named(
        "InvitationView",
        .object(
            .field(
                "kind", .oneOf(InvitationView.Kind.self),
                "A personal link belongs to one person; a share link can be passed on."),
            .field("title", .string("Thursday lunch")), .field("state", .oneOf(Outing.State.self)),
            .field("startsAt", localTime.orNull), .field("endsAt", localTime.orNull),
            .field("timeZone", .string("Europe/Helsinki")), .field("restaurant", outingRestaurant.orNull),
            .field("place", .string("At Tom's").orNull),
            .field("openThen", openThen.orNull, "Whether the restaurant is open at the time."),
            .field("note", .string("Bring cash").orNull, "With a personal link only."),
            .field("respondBy", localTime.orNull),
            .field("hostName", .string("Leila"), "With a share link, the first name only."),
            .field("counts", counts),
            .field("free", .integer(0...100_000, 4).orNull, "Seats; null for no limit."),
            .field("attendees", .array(of: attendance).orNull, "With a personal link only."),
            .field("attendance", attendance.orNull, "The holder's own answer."),
            .field(
                "url", .string("http://localhost:8080/i/kYd3wJ0m8Qe2Xv5tLr9bNc").orNull,
                "The address of the holder's own page.")))

    /// A time with the UTC offset of the outing's time zone.
    package static let localTime = Schema.named(
        "LocalTime", Schema.instant.showing("2027-03-11T12:30:00+02:00"))
}

/// The bodies of requests.
extension Schema {
    static let newOuting = Schema.object(
        OutingState.plainFields.map { $0.newField }
            + ruledFields.map { .optional($0.name, $0.schema.orNull) } + [
                .optional("timeZone", .timeZone.orNull), .optional("invite", invite.orNull),
            ])

    /// A merge patch.
    static let outingPatch = Schema.object(
        OutingState.plainFields.map { $0.patchField }
            + ruledFields.map { .optional($0.name, $0.schema.orNull) }
            + [.optional("timeZone", .timeZone)])

    /// The members of requests that are not plain fields.
    private static let ruledFields: [SchemaField] = [
        .optional("startsAt", wallTime), .optional("endsAt", wallTime), .optional("restaurantId", .id),
        .optional("place", placeName), .optional("respondBy", wallTime),
    ]

    static let invite = Schema.object(
        .optional("people", .array(of: .id, max: OutingLimits.invitees).orNull),
        .optional(
            "emails",
            .array(of: .string("Ada Lovelace <ada@example.org>"), max: OutingLimits.invitees).orNull,
            "Addresses, each with or without the name that the list shows until the guest gives one."),
        .optional(
            "names",
            .array(
                of: .text(InvitationAnswers.nameLength, "Kalle from the workshop"),
                max: OutingLimits.invitees
            ).orNull,
            "People without an address. No news reaches them, and hosts answer for them. Each name adds a person, also if it was added before."
        ),
        .optional(
            "circles", .array(of: .id, max: CircleLimits.circles).orNull, "The members of these circles."))

    /// An answer with the members in `more`.
    static func answer(_ more: SchemaField...) -> Schema {
        .object(
            [
                .field("status", .oneOf(AnswerInput.Status.self)),
                .optional("partySize", .integer(OutingLimits.partySize, 2).orNull),
                .optional(
                    "note", .text(OutingLimits.answerNote, multiline: true, "Five minutes late").orNull),
            ] + more)
    }

    /// A place outside the directory.
    package static let placeName = Schema.named("PlaceName", .text(OutingLimits.place, "At Tom's"))

    /// A local time in the outing's time zone, or a time with an offset.
    package static let wallTime = Schema.named(
        "WallTime",
        Schema.text(0...40, "2027-03-11T12:30")
            .saying("A local time in the outing's time zone, or a time with an offset."))
}
