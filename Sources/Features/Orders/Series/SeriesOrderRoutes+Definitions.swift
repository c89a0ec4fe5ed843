package import Access
import HTTPKit
import NoonishAPI
import OpenAPI

extension SeriesOrderRoutes {
    package static let definitions: [RouteDefinition<Self>] = [
        RouteDefinition(
            .readSeriesOrder, .readSeries, scope: .member, "Read the order that each date of a series opens",
            answers: [.ok(.seriesOrderSettings, "The order, and the caller's part", isTagged: true)],
            handler: read),
        RouteDefinition(
            .setSeriesOrder, .editSeries, scope: .member, "Let each date of a series open an order",
            """
            Replaces all fields. Each order opens six days before its outing, or as soon as the outing exists, and no later than picks \
            end. Orders that are open stay as they are. An outing whose order a person cancelled gets no other one.
            """,
            body: .json(.newSeriesOrder),
            answers: [.ok(.seriesOrderSettings, "The order, and the caller's part")],
            problems: [
                .forbidden, .amounts,
                .faults("unknown_currency", "out_of_range", "missing", "too_long", "blank", "invisible"),
                .of(OrderProblems.seriesEnded),
            ], handler: set),
        RouteDefinition(
            .removeSeriesOrder, .editSeries, scope: .member, "Let no date of a series open an order",
            "Orders that are open stay.", answers: [.done("Removed")], problems: [.forbidden],
            handler: remove),
        RouteDefinition(
            .setStandingOrder, .setStandingOrder, scope: .member,
            "Order the dishes of the last time by itself",
            """
            When an order of the series opens, or when the caller answers later that they come, their dishes of the last order from the \
            same place are ordered again, once. A dish with another price or that is not served is left out, and the caller is \
            notified of both. They can take off and add dishes until picks end.
            """,
            body: .json(.object(.field("repeats", .boolean))),
            answers: [.ok(.seriesOrderSettings, "The order, and the caller's part")],
            problems: [.forbidden, .of(OrderProblems.seriesEnded)], handler: setStanding),
        RouteDefinition(
            .readSeriesReceipts, .readSeriesReceipts, scope: .member,
            "Read what each person of a series ordered",
            "In the orders that were placed, by the dates of the rule. With the part of each above the limit.",
            parameters: [
                .query("from", .date, "The first date; by default the 30 days until `to`."),
                .query("to", .date, "The last date; today by default."),
                .query("format", .oneOf(ReceiptFormat.self), "`json` by default."),
            ],
            answers: [
                .ok(.seriesReceipts, "Each person's sum on each date", isTagged: true),
                .text(
                    "text/csv; charset=utf-8", "The rows as a table",
                    example: "date,place,person,total,above_limit,unpriced,currency\r\n"),
            ],
            problems: [
                .forbidden, .faults("malformed_date", "end_before_start", "period_too_long"),
            ], handler: receipts),
    ]
}
