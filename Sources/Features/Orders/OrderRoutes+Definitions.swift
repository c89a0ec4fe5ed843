package import Access
import Accounts
import HTTPKit
import NoonishAPI
import OpenAPI
import Outings
import Stock

extension OrderRoutes {
    package static let definitions: [RouteDefinition<Self>] = [
        RouteDefinition(
            .openOrder, .openOrder, scope: .member, "Open a group order",
            "Without `place`, it is for the outing's place. Without `dueAt`, the food is due when the outing starts.",
            body: .json(.newOrder), answers: [.json(201, .groupOrder, "The order", [.eTag])],
            problems: times + [
                .forbidden, .of(OrderProblems.exists), .of(OrderProblems.noPlace),
                .faults("unknown_currency"), .of(OutingProblems.cancelled), .of(OutingProblems.done),
                .of(OrderProblems.nothingBefore), soldOut, .of(StockProblems.needsDeadline),
                .of(OrderProblems.closedThen),
            ], handler: open),
        RouteDefinition(
            .readOrder, .readOrder, scope: .guest, "Read the group order",
            "The live one, or the last one that was cancelled.",
            answers: [.ok(.groupOrder, "The order as the caller sees it", isTagged: true)],
            problems: [.forbidden],
            handler: read),
        RouteDefinition(
            .editOrder, .editOrder, scope: .member, "Edit the group order", body: .mergePatch(.orderPatch),
            answers: [.json(200, .groupOrder, "The order", [.eTag])],
            problems: times + [
                .forbidden, state, stale(.groupOrder), soldOut, .of(StockProblems.needsDeadline),
                .of(OrderProblems.closedThen),
            ], needsVersion: true, handler: patch),
        RouteDefinition(
            .moveOrder, .runOrder, scope: .guest, "Move the order to another state",
            "A request for the state that the order is in changes nothing. Hosts alone can cancel it.",
            body: .json(.orderMove), answers: [.json(200, .groupOrder, "The order", [.eTag])],
            problems: [
                .forbidden, state, .of(OrderProblems.empty), soldOut, .of(OrderProblems.venueAnswers),
                .of(
                    OrderProblems.blocked([]),
                    .field("blockers", .array(of: .oneOf(GroupOrder.Blocker.self))),
                    .field("placeCheck", Schema.orderPlaceCheck.orNull)),
                .of(OrderProblems.deadlinePassed), .of(OrderProblems.deadlineAfterDue),
                .faults("malformed_time", "time_skipped"),
            ], handler: move),
        RouteDefinition(
            .addOrderLine, .pickDish, scope: .guest, "Order a dish",
            """
            A dish is typed, or chosen from the restaurant's menu: `pick` has its keys, and the server its words and price. The \
            line keeps both for ever. The same dish again raises the quantity. Coordinators can order for everyone on the list.
            """,
            body: .json(.newOrderLine), answers: [.json(201, .orderLine, "The line", [.eTag])],
            problems: amounts + [
                .forbidden, locked, .of(OrderProblems.answerFirst), .of(OrderProblems.tooManyLines),
                .of(OrderProblems.overCap), .of(OrderProblems.personNotInvited("/personId")),
                .faults("same_person"),
            ] + choices, handler: addLine),
        RouteDefinition(
            .repeatOrderLines, .pickDish, scope: .guest, "Order as last time",
            "What the caller ordered from the same place, at most 50 dishes: those of its menu at the prices of today, others at those of then.",
            body: .json(.object(.optional("preview", .boolean)), isRequired: false),
            answers: [.ok(.repeatedOrder, "What was added and what was not")],
            problems: [
                .forbidden, locked, .of(OrderProblems.nothingBefore), .of(OrderProblems.answerFirst),
                .of(OrderProblems.tooManyLines), soldOut, .of(StockProblems.needsDeadline),
            ], handler: repeatLast),
        RouteDefinition(
            .editOrderLine, .pickDish, scope: .guest, "Edit a dish",
            "People edit their own dishes while the order is open, coordinators all of them until the place begins.",
            body: .mergePatch(.orderLinePatch), answers: [.json(200, .orderLine, "The line", [.eTag])],
            problems: amounts + [
                .forbidden, locked, .of(OrderProblems.struck), stale(.orderLine),
                .of(OrderProblems.personNotInvited("/sharedWith")), .faults("same_person"),
                .of(OrderProblems.overCap), .of(OrderProblems.fromMenu), .of(OrderProblems.answerFirst),
                .of(OrderProblems.personNotInvited("/personId")),
            ] + choices, needsVersion: true, handler: editLine),
        RouteDefinition(
            .strikeOrderLine, .pickDish, scope: .guest, "Take a dish off the order",
            "It stays in the history with its author.", answers: [.done("Taken off")],
            problems: [.forbidden, locked, .of(OrderProblems.struck), stale(.orderLine)], needsVersion: true,
            handler: strikeLine
        ),
        RouteDefinition(
            .restoreOrderLine, .pickDish, scope: .guest, "Put a dish back", "Within 15 minutes.",
            body: .json(.object(), isRequired: false), answers: [.json(200, .orderLine, "The line", [.eTag])],
            problems: [
                .forbidden, locked, .of(OrderProblems.tooLateToRestore), .of(OrderProblems.answerFirst),
                .of(OrderProblems.overCap), soldOut, .of(StockProblems.needsDeadline),
            ], handler: restoreLine),
        RouteDefinition(
            .passOrder, .pickDish, scope: .guest, "Say that one wants nothing",
            "The caller is not asked again. It ends with a pick.", body: .json(.object(), isRequired: false),
            answers: [.json(200, .groupOrder, "The order", [.eTag])], problems: [.forbidden, locked],
            handler: pass),
        RouteDefinition(
            .withdrawOrderPass, .pickDish, scope: .guest, "Take back that one wants nothing",
            answers: [.json(200, .groupOrder, "The order", [.eTag])], problems: [.forbidden, locked],
            handler: pass),
        RouteDefinition(
            .repriceOrder, .runOrder, scope: .guest, "Use the menu's new prices",
            "Before the order is placed. Nothing else changes the price of a dish that was chosen from a menu. The people who pay are notified.",
            body: .json(.object(.optional("preview", .boolean)), isRequired: false),
            answers: [.ok(.repricedOrder, "The dishes with another price, and the totals")],
            problems: [.forbidden, state, .of(OrderProblems.noMenu), menuCurrency], handler: reprice),
        RouteDefinition(
            .nudgeOrder, .runOrder, scope: .guest, "Ask people who have not picked",
            "Allowed once in six hours.",
            body: .json(.object(.optional("preview", .boolean)), isRequired: false),
            answers: [.ok(.page(of: .person), "The people who were asked")],
            problems: [
                .forbidden, locked, .of(OrderProblems.nobodyMissing), .of(OrderProblems.nudgedRecently),
            ], handler: nudge),
        RouteDefinition(
            .readOrderSheet, .readOrderSheet, scope: .guest, "Read the sheet for the place",
            "Equal dishes are put together, and what changed since the order was placed is marked.",
            parameters: [
                .query("by", .oneOf(SheetLayout.Grouping.self), "`dish` by default."),
                .query("names", .boolean, "Whether to show who ordered what; false by default."),
                .query("format", .oneOf(SheetFormat.self), "`json` by default."),
                .query(
                    "lang", .string("fi"),
                    "The language of the text. By default that of the restaurant's country, or else the caller's."
                ),
            ],
            answers: [
                .ok(.orderSheet, "The sheet", isTagged: true),
                .text("text/plain; charset=utf-8", "The sheet as it is read out", example: "3 × Pad Thai\n"),
                .text("text/csv; charset=utf-8", "The sheet as a table", example: "person,count,name\r\n"),
            ], problems: [.forbidden], handler: sheet),
        RouteDefinition(
            .readOrderReceipt, .readOrder, scope: .guest, "Read the receipt of the order",
            "What each person ordered, with their part of shared plates. Those who do not run the order get their own.",
            parameters: [.query("format", .oneOf(ReceiptFormat.self), "`json` by default.")],
            answers: [
                .ok(.orderReceipt, "The receipt", isTagged: true),
                .text(
                    "text/csv; charset=utf-8", "The receipt as a table",
                    example: "place,person,visitor,quantity,name,options,sharers,amount,currency\r\n"),
            ], problems: [.forbidden], handler: receipt),
        RouteDefinition(
            .listOwnOrders, .readOwnOrders, scope: .member, "List what the caller ordered",
            "Newest first, with the caller's own dishes. Those of cancelled orders are listed too.",
            parameters: [.limit(OrderLimits.ownOrders, most: PageLimits.maximum), .cursor],
            answers: [.ok(.page(of: .ownOrder), "A page of orders", isTagged: true, isPaged: true)],
            problems: [.faults("malformed_cursor")], handler: listOwn),
        RouteDefinition(
            .listOrderEvents, .readOrder, scope: .guest, "List what happened to the order",
            "Newest first. Where lines are hidden, coordinators alone can read it.",
            parameters: [.limit(OrderLimits.events, most: PageLimits.maximum), .cursor],
            answers: [.ok(.page(of: .orderEvent), "A page of events", isTagged: true, isPaged: true)],
            problems: [.forbidden, .faults("malformed_cursor")], handler: events),
    ]

    private static let state = RouteProblem.of(
        OrderProblems.state(.placed), .field("state", .oneOf(GroupOrder.State.self)))
    private static let locked = RouteProblem.of(
        OrderProblems.locked(at: nil), .field("closedAt", .instant.orNull))
    private static func stale(_ current: Schema) -> RouteProblem {
        .of(
            Problem.preconditionFailed(tag: EntityTag(version: 2, hash: "5b1f0a9c2d3e4f5061728394")),
            .field("current", current))
    }

    private static let itemOff = RouteProblem.of(
        OrderProblems.itemOff(nil), .field("name", .string("Green curry").orNull))
    private static let menuCurrency = RouteProblem.of(
        OrderProblems.menuCurrency("SEK"), .field("currency", .string("SEK")))
    private static let soldOut = RouteProblem.of(
        StockProblems.soldOut("green-curry", left: 1), .field("item", .string("green-curry")),
        .field("left", .integer(0...Int.max, 1)))
    /// Problems of dishes that are chosen from a menu.
    private static let choices: [RouteProblem] = [
        itemOff, .of(OrderProblems.noMenu), menuCurrency, soldOut, .of(StockProblems.needsDeadline),
        .of(
            OrderProblems.priceMoved(from: 950, to: 1_050, in: "EUR"),
            .field("expectedMinor", .integer(0...Int.max, 950)),
            .field("unitMinor", .integer(0...Int.max, 1_050)), .field("currency", .string("EUR"))),
        .faults(
            "malformed_key", "wrong_variant", "wrong_option", "wrong_part", "options_missing",
            "options_too_many"),
    ]

    private static let amounts: [RouteProblem] = [
        .amounts,
        .faults(
            "out_of_range", "missing", "too_long", "blank", "invisible", "malformed_id"),
    ]
    private static let times: [RouteProblem] =
        amounts + [
            .of(OrderProblems.deadlinePassed), .of(OrderProblems.deadlineAfterDue), .of(OrderProblems.notDue),
            .of(OrderProblems.coordinatorNotInvited), .of(OrderProblems.deadlineNeeded),
            .of(OrderProblems.noBoard),
            .faults("malformed_time", "time_skipped", "time_out_of_range", "two_deadlines", "not_one_of"),
        ]
}
