import Access
import Accounts
import HTTPKit
import JSON
import Menus
import NoonishAPI
import OpenAPI
import Outings
import Venues

/// The wire types of orders, as schemas.
extension Schema {
    static let groupOrder = Schema.named(
        "GroupOrder",
        .object(
            .field("id", .id), .field("outing", .id), .field("state", .oneOf(GroupOrder.State.self)),
            .field("revision", .integer(0...Int.max, 12), "Counts every event of the order."),
            .field(
                "version", .integer(0...Int.max, 3),
                "Increases when a field that PATCH accepts changes; the part of the ETag before the dot."),
            .field("coordinator", person), .field("restaurant", .id.orNull),
            .field(
                "menuVersion", Schema.integer(1...Int.max, 3).orNull,
                "The newest version of the restaurant's menu; null if it has none."),
            .field("place", .string("Thai Garden")), .field("currency", .string("EUR")),
            .field("fulfilment", .oneOf(GroupOrder.Fulfilment.self)),
            .field("address", .string("Kaisaniemenkatu 1").orNull), .field("note", .string("No bags").orNull),
            .field("timeZone", .string("Europe/Helsinki")),
            .field(
                "closesAt", localTime.orNull, "The last moment for picks, unless it reminds; null for none."),
            .field("closesBefore", .integer(OrderLimits.closesBefore, 120).orNull, "Minutes before `dueAt`."),
            .field("atDeadline", .oneOf(GroupOrder.DeadlineAction.self), atDeadline),
            .field("dueAt", localTime.orNull),
            .field(
                "startMovedAt", .instant.orNull,
                "When the outing's start moved while the order kept its time; null once the place promises another one."
            ),
            .field("promisedAt", localTime.orNull),
            .field("takenBy", .string("Somchai").orNull), .field("limitPerHeadMinor", minor.orNull),
            .field("linesVisible", .boolean, "Whether invitees see who ordered what."),
            .field("lockedAt", .instant.orNull), .field("placedAt", .instant.orNull),
            .field("readyAt", .instant.orNull), .field("handedOverAt", .instant.orNull),
            .field("cancelledAt", .instant.orNull),
            .field(
                "cancelReason", .string("Too few of us").orNull,
                "`empty`, `outing_cancelled` or `place_changed` if the service cancelled it."),
            .field(
                "settledAt", .instant.orNull,
                "When everyone's balance of its bill was zero; null without a bill, and before."),
            .field(
                "number", Schema.integer(1...Int.max, 14).orNull,
                "The number on the board of the venue, which alone answers the order then; null if no venue has it."
            ),
            .field(
                "rejection", .string("The oven is broken").orNull,
                "The words with which the venue gave the order back; null once it is placed again or reopened."
            ),
            .field("createdAt", .instant),
            .field(
                "staysIfCancelled", .boolean,
                "Whether it stays if the outing is cancelled, because the place prepares it."),
            .field(
                "takesPicks", .boolean,
                "False from the deadline on, even before the order is locked, unless it reminds."),
            .field("lines", .array(of: orderLine), "The caller's own first."),
            .field("portions", .integer(0...Int.max, 9)),
            .field("totalMinor", minor, "The sum of the known prices, in minor units."),
            .field("unpriced", .integer(0...Int.max, 1), "Lines without a price."),
            .field("missing", .array(of: person), "Attendees who have neither picked nor passed."),
            .field("passed", .boolean, "Whether the caller wants nothing."),
            .field(
                "repetition", orderRepetition.orNull,
                "What the caller's standing order did; null without one, or if it found nothing to order."),
            .field(
                "blockers", .array(of: .oneOf(GroupOrder.Blocker.self)),
                "For coordinators: what to look at before placing the order."),
            .field(
                "placeCheck", orderPlaceCheck.orNull,
                "For coordinators: how the order fits its place, until it is placed; null without a restaurant of the directory."
            )))

    static let orderLine = Schema.named(
        "OrderLine",
        .object(
            .field("id", .id), .field("version", .integer(1...Int.max, 1), "What `If-Match` compares."),
            .field("person", person), .field("setBy", person.orNull, "Who picked it for them."),
            .field("visitor", .string("Aunt May").orNull), .field("name", .string("Pad Thai")),
            .field("options", .string("large, no peanuts").orNull),
            .field(
                "pick", Schema.menuPick.orNull,
                "What was chosen from the menu; null for a dish that was typed."),
            .field(
                "menuVersion", Schema.integer(1...Int.max, 3).orNull,
                "The version of the menu it was chosen from; null also if that was another branch’s menu."),
            .field("note", .string("Mild").orNull), .field("quantity", .integer(OrderLimits.quantity)),
            .field("unitMinor", minor.orNull, "The price of one; null if it is not known yet."),
            .field("totalMinor", minor.orNull),
            .field(
                "tellsKitchen", .string("Peanuts make me ill").orNull, "Shown to the person and coordinators."
            ),
            .field(
                "sharers",
                .array(
                    of: .named(
                        "OrderSharer",
                        .object(.field("person", person), .field("weight", .integer(OrderLimits.weight)))))),
            .field("amended", .boolean, "Whether it changed after the order was placed."),
            .field(
                "gone", .boolean,
                "Whether the place no longer has the dish. It stays on the order until someone changes it."),
            .field("own", .boolean), .field("createdAt", .instant)))

    static let repeatedOrder = Schema.named(
        "RepeatedOrder",
        .object(
            .field("added", .array(of: orderLine)),
            .field("skipped", .array(of: orderOmission)),
            .field(
                "vanished", .boolean,
                "Whether the restaurant's source no longer lists it, so that it may have closed.")))

    static let ownOrder = Schema.named(
        "OwnOrder",
        .object(
            .field("id", .id), .field("outing", .id), .field("state", .oneOf(GroupOrder.State.self)),
            .field("restaurant", .id.orNull), .field("place", .string("Thai Garden")),
            .field("currency", .string("EUR")), .field("createdAt", .instant),
            .field(
                "dishes",
                .array(
                    of: .object(
                        .field("line", .id), .field("name", .string("Pad Thai")),
                        .field("options", .string("large, no peanuts").orNull),
                        .field("visitor", .string("Aunt May").orNull),
                        .field("quantity", .integer(OrderLimits.quantity)),
                        .field("unitMinor", minor.orNull, "The price of one; null if it is not known.")))),
            .field("totalMinor", minor, "The sum of the known prices, in minor units.")))

    static let orderEvent = Schema.named(
        "OrderEvent",
        .object(
            .field("revision", .integer(1...Int.max, 4)), .field("kind", .string("line_struck")),
            .field("actor", person.orNull, "Null for the service itself."), .field("at", .instant),
            .field("line", .id.orNull), .field("name", .string("Pad Thai").orNull),
            .field("person", person.orNull, "The line's person."),
            .field("previousName", .string("Soup").orNull, "Null if it did not change."),
            .field("previousOptions", .string("mild").orNull),
            .field("options", .string("hot").orNull, "Null if there are none, or they did not change."),
            .field(
                "previousUnitMinor", minor.orNull,
                "The price of one before; null if it was not known, or did not change."),
            .field("unitMinor", minor.orNull, "Null if it is not known, or did not change."),
            .field("previousQuantity", Schema.integer(OrderLimits.quantity, 1).orNull),
            .field("quantity", Schema.integer(OrderLimits.quantity, 2).orNull, "Null if it did not change."),
            .field("fields", .array(of: .string("note")), "The names of the other members that changed.")))

    static let orderSheet = Schema.named(
        "OrderSheet",
        .object(
            .field("place", .string("Thai Garden")), .field("dueAt", localTime.orNull),
            .field("fulfilment", .oneOf(GroupOrder.Fulfilment.self)),
            .field("address", .string("Kaisaniemenkatu 1").orNull, "Of a delivery."),
            .field("note", .string("No bags").orNull),
            .field("coordinator", .string("Leila")), .field("currency", .string("EUR")),
            .field(
                "sections",
                .array(
                    of: .object(
                        .field("person", .string("Tom").orNull), .field("entries", .array(of: sheetEntry))))),
            .field("portions", .integer(0...Int.max, 9)), .field("totalMinor", minor),
            .field("unpriced", .integer(0...Int.max, 1))))

    private static let sheetEntry = Schema.object(
        .field("count", .integer(1...Int.max, 3)), .field("name", .string("Pad Thai")),
        .field("options", .string("large").orNull), .field("totalMinor", minor.orNull),
        .field(
            "notes",
            .array(
                of: .object(.field("count", .integer(1...Int.max, 1)), .field("text", .string("Mild"))))),
        .field("people", .array(of: .string("Tom"))),
        .field(
            "mark", Schema.oneOf(OrderSheet.Mark.self).orNull, "How it changed since the order was placed."))

    static let repricedOrder = Schema.named(
        "RepricedOrder",
        .object(
            .field("menuVersion", .integer(1...Int.max, 3), "The version of the menu that has the prices."),
            .field(
                "changed",
                .array(
                    of: .object(
                        .field("line", .id), .field("person", person), .field("name", .string("Pad Thai")),
                        .field("quantity", .integer(OrderLimits.quantity)),
                        .field("previousUnitMinor", minor.orNull), .field("unitMinor", minor)))),
            .field(
                "unserved",
                .array(
                    of: .object(
                        .field("line", .id), .field("person", person), .field("name", .string("Pad Thai")))),
                "Dishes that the menu no longer has, or does not serve when the food is due. They keep their prices."
            ),
            .field("previousTotalMinor", minor), .field("totalMinor", minor)))

    static let venueOrder = Schema.named(
        "VenueOrder",
        .object(
            .field("id", .id),
            .field("revision", .integer(0...Int.max, 12), "Counts every event of the order."),
            .field(
                "number", .integer(1...Int.max, 14).orNull,
                "Counts the venue's orders of the day; null once the order went back to the group."),
            .field("state", .oneOf(GroupOrder.State.self)),
            .field("fulfilment", .oneOf(GroupOrder.Fulfilment.self)),
            .field("address", .string("Kaisaniemenkatu 1").orNull), .field("note", .string("No bags").orNull),
            .field("currency", .string("EUR")), .field("timeZone", .string("Europe/Helsinki")),
            .field("dueAt", localTime.orNull), .field("promisedAt", localTime.orNull),
            .field("placedAt", .instant.orNull), .field("readyAt", .instant.orNull),
            .field("handedOverAt", .instant.orNull), .field("cancelledAt", .instant.orNull),
            .field("coordinator", .string("Leila"), "The person who runs the order."),
            .field(
                "hasUnseenChanges", .boolean,
                "Whether something changed since it was placed that no one at the venue has seen."),
            .field("lines", .array(of: venueOrderLine), "In the order of the menu."),
            .field("portions", .integer(0...Int.max, 9)),
            .field("totalMinor", minor, "The sum of the known prices."),
            .field(
                "stations",
                .array(
                    of: .named(
                        "StationProgress",
                        .object(
                            .field("station", .string("grill"), "The station's key, or `other`."),
                            .field("isDone", .boolean, "Whether it has made its part as the order is now."),
                            .field(
                                "doneAt", .instant.orNull, "Null also if the whole order was marked as ready."
                            )))),
                "The stations that make something of it; empty at a venue without stations.")))

    private static let venueOrderLine = Schema.named(
        "VenueOrderLine",
        .object(
            .field("id", .id), .field("person", .string("Tom"), "Who eats it."),
            .field("name", .string("Pad Thai")), .field("options", .string("large, no peanuts").orNull),
            .field("note", .string("Mild").orNull),
            .field("tellsKitchen", .string("Peanuts make me ill").orNull),
            .field("quantity", .integer(OrderLimits.quantity)), .field("unitMinor", minor.orNull),
            .field("isStruck", .boolean, "Whether it was taken off after the order was placed."),
            .field("isUnseen", .boolean, "Whether it changed and no one at the venue has seen that."),
            .field(
                "parts",
                .array(
                    of: .named(
                        "VenueOrderPart",
                        .object(
                            .field("name", .string("Satay")), .field("options", .string("mild").orNull),
                            .field("station", .string("grill"), "The station's key, or `other`.")))),
                "What the stations make for one portion; empty at a venue without stations.")))

    static let venueBoard = Schema.named(
        "VenueBoard",
        .object(
            .field("revision", .integer(0...Int.max, 37), "Changes whenever one of the orders does."),
            .field("orders", .array(of: venueOrder), "By the time when they are due, then by their numbers."),
            .field(
                "portions",
                .array(
                    of: .object(
                        .field("name", .string("Pad Thai")), .field("options", .string("large").orNull),
                        .field("portions", .integer(1...Int.max, 4)))),
                "How many portions of each dish are still to be made."),
            .field("stations", .array(of: .venueStation), "In the order in which the board shows them.")))

    static let venueOrderMove = Schema.object(
        .field("from", .oneOf(GroupOrder.State.self, .placed)), .field("to", .oneOf(VenueAnswer.self)),
        .optional("promisedAt", orderTimeInput, "When the food is there."),
        .optional(
            "reason", .text(OrderLimits.reason, "The oven is broken"), "For `rejected` and `cancelled`."))

    static let orderPlaceCheck = Schema.named(
        "OrderPlaceCheck",
        .object(
            .field(
                "openThen", .oneOf(OpenStatus.State.self),
                "Whether the restaurant is open when the food is due."),
            .field(
                "binding", .array(of: .oneOf(GroupOrder.Blocker.self)),
                "Those of `blockers` that `despite` does not pass."),
            .field(
                "earliestDueAt", localTime.orNull,
                "The earliest time for which the venue makes an order that is placed now, if the food is due before it."
            ),
            .field("belowMinimumMinor", minor.orNull, "What is missing to the venue's minimum."),
            .field("aboveMaximumMinor", minor.orNull, "How much it is above the venue's maximum."),
            .field("extraPortions", Schema.integer(1...Int.max, 4).orNull)))

    static let newOrder = Schema.object(
        .optional(
            "place", .text(OrderLimits.place, "Thai Garden"), "Where the outing has no place, or another."),
        .field("currency", .pattern("^[A-Z]{3}$", "EUR")),
        .optional("fulfilment", .oneOf(GroupOrder.Fulfilment.self)), .optional("dueAt", orderTimeInput),
        .optional("closesAt", orderTimeInput),
        .optional("closesBefore", .integer(OrderLimits.closesBefore, 120)),
        .optional("address", .text(OrderLimits.address, "Kaisaniemenkatu 1")),
        .optional("note", .text(OrderLimits.orderNote, multiline: true, "No bags")),
        .optional("coordinatorId", .id), .optional("limitPerHead", price),
        .optional("linesVisible", .boolean),
        .optional("atDeadline", .oneOf(GroupOrder.DeadlineAction.self), atDeadline),
        .optional(
            "repeats", .boolean,
            "Whether to order again what the people who come had in the outing's last order, which was cancelled."
        )
    )

    static let orderPatch = Schema.object(
        .optional("fulfilment", .oneOf(GroupOrder.Fulfilment.self)),
        .optional("dueAt", orderTimeInput.orNull),
        .optional("closesAt", orderTimeInput.orNull),
        .optional("closesBefore", Schema.integer(OrderLimits.closesBefore, 120).orNull),
        .optional("address", Schema.text(OrderLimits.address, "Kaisaniemenkatu 1").orNull),
        .optional("note", Schema.text(OrderLimits.orderNote, multiline: true, "No bags").orNull),
        .optional("coordinatorId", .id), .optional("limitPerHead", price.orNull),
        .optional("linesVisible", .boolean),
        .optional("atDeadline", .oneOf(GroupOrder.DeadlineAction.self), atDeadline))

    private static let atDeadline =
        "`place`: it is placed, if its venue takes orders and nothing is missing. `remind`: picks go on, and those who run it are notified."

    static let orderMove = Schema.object(
        .field("from", .oneOf(GroupOrder.State.self)), .field("to", .oneOf(GroupOrder.State.self, .locked)),
        .optional("reason", .text(OrderLimits.reason, "Too few of us")),
        .optional("promisedAt", orderTimeInput), .optional("takenBy", .text(OrderLimits.takenBy, "Somchai")),
        .optional("closesAt", orderTimeInput, "The new deadline of an order that is reopened."),
        .optional(
            "despite", .array(of: .oneOf(GroupOrder.Blocker.self), max: GroupOrder.Blocker.allCases.count)))

    static let newOrderLine = Schema.object(
        [
            .optional("name", .text(OrderLimits.name, "Pad Thai"), "Required without `pick`."),
            .optional("price", price),
            .optional("personId", .id, "For coordinators: the person whose dish it is."),
            .optional("options", .text(OrderLimits.options, "large, no peanuts")),
            .optional("note", .text(OrderLimits.note, multiline: true, "Mild")),
            .optional("forName", .text(OrderLimits.visitor, "Aunt May")),
            .optional("tellsKitchen", .text(OrderLimits.tellsKitchen, "Peanuts make me ill")),
        ] + lineChoice + lineNumbers)

    static let orderLinePatch = Schema.object(
        [
            .optional("name", .text(OrderLimits.name, "Pad Thai")), .optional("price", price.orNull),
            .optional("options", Schema.text(OrderLimits.options, "large, no peanuts").orNull),
            .optional("note", Schema.text(OrderLimits.note, multiline: true, "Mild").orNull),
            .optional("forName", Schema.text(OrderLimits.visitor, "Aunt May").orNull),
            .optional("tellsKitchen", Schema.text(OrderLimits.tellsKitchen, "Peanuts make me ill").orNull),
            .optional(
                "personId", .id,
                "The person whose dish it becomes: for coordinators, and for the person to give it back to `setBy`."
            ),
        ] + lineChoice + lineNumbers)

    private static let lineChoice: [SchemaField] = [
        .optional("pick", newMenuPick, "A dish of the menu, instead of `name`, `options` and `price`."),
        .optional(
            "expectedPrice", price,
            "The price of one that the person saw. Another one is 409 `price_moved`, and nothing is ordered."),
    ]

    private static let lineNumbers: [SchemaField] = [
        .optional("quantity", .integer(OrderLimits.quantity)),
        .optional(
            "sharedWith",
            .array(
                of: .object(.field("personId", .id), .optional("weight", .integer(OrderLimits.weight))),
                max: OrderLimits.sharers)),
    ]

    private static let minor = Schema.integer(0...Int.max, 950)
    private static let price = Schema.amountInput
    private static let orderTimeInput = Schema.string("2027-03-11T12:30")
}
