package import Access
import HTTPKit
import HTTPTypes
import Hummingbird
import Localization
package import Menus
import NoonishAPI
import OpenAPI
package import Postgres
import Stock
import Venues

/// What a venue has sold: the sales one by one, for its owners, and sales that its people enter.
package struct SaleRoutes: RouteGroup {
    let database: PostgresClient
    let edits: SaleEdits

    package init(database: PostgresClient, menus: PublishedMenus) {
        self.database = database
        edits = SaleEdits(menus: menus)
    }

    package static let definitions: [RouteDefinition<Self>] = [
        RouteDefinition(
            .listSales, .readSales, scope: .member, "List the sales of a venue",
            "Newest first, for its owners. Handing over an order records one sale of its dishes, without anyone’s name.",
            parameters: .filterable([
                .query(
                    "day", .date,
                    "Only those of this business day, which ends at 4:00 in the venue’s time zone."),
                .query("customer", .id, "Only those of this customer."),
                .limit(RecordLimits.sales, most: PageLimits.maximum), .cursor,
            ]),
            answers: [.ok(.page(of: .sale), "The sales", isTagged: true, isPaged: true)],
            problems: [
                .forbidden, .of(VenueProblems.provisional),
                .of(RecordProblems.unknownFilter), .of(RecordProblems.filterOutdated), .filterFaults,
                .faults("malformed_cursor"),
            ], handler: list),
        RouteDefinition(
            .recordSale, .recordSale, scope: .member, "Enter a sale",
            """
            Dishes of the menu have its words, prices and taxes of now, so that only their quantity is stated; others are typed with a \
            price that includes the tax. Portions that the venue counts are taken from what is left.
            """,
            body: .json(.newSale), answers: [.json(201, .sale, "The sale", [])],
            problems: [
                .forbidden, .of(VenueProblems.provisional), .of(RecordProblems.notOnMenu),
                .of(
                    StockProblems.soldOut("green-curry", left: 1), .field("item", .string("green-curry")),
                    .field("left", .integer(0...Int.max, 1))),
                .belowHeld, .amounts, .of(RecordProblems.unknownCustomer),
                .faults(
                    "missing", "too_many", "too_long", "out_of_range", "not_one_of", "unknown_currency",
                    "malformed_percentage", "malformed_key", "malformed_id", "wrong_variant", "wrong_option",
                    "wrong_part",
                    "options_missing", "options_too_many", "blank"),
            ], handler: record),
        RouteDefinition(
            .readSale, .readSales, scope: .member, "Read a sale",
            answers: [.ok(.sale, "The sale", isTagged: true)],
            problems: [.forbidden, .of(VenueProblems.provisional)], handler: read),
        RouteDefinition(
            .voidSale, .voidSale, scope: .member, "Void a sale",
            """
            It stays in the list with the reason, and counts zero on its day. Portions of a sale that was entered return to what is \
            left. A sale that was voided before stays as it is.
            """,
            body: .json(.object(.field("reason", .text(RecordLimits.reason, "Entered twice")))),
            answers: [.ok(.sale, "The sale")],
            problems: [
                .forbidden, .of(VenueProblems.provisional), .faults("missing", "too_long", "blank"),
            ], handler: void),
        RouteDefinition(
            .addSaleTip, .recordSale, scope: .member, "Add a tip to a sale",
            "What guests gave with it. The bill that friends share among themselves is not known to the venue.",
            body: .json(.object(.field("amount", .amountInput))),
            answers: [.json(201, .sale, "The sale", [])],
            problems: [
                .forbidden, .of(VenueProblems.provisional), .of(RecordProblems.voided), .amounts,
                .faults("missing", "out_of_range"),
            ], handler: addTip),
    ]

    func list(_ call: Call) async throws -> Response {
        var query = call.query
        let day = query.optional("day", .day)
        let customer = query.optional("customer", .customerID)
        let filter = FilterRun(&query)
        let limit = query.limit(default: RecordLimits.sales)
        let before = query.cursor { SaleID($0) }
        try query.finish()
        let venue = try await call.verifiedVenue(.readSales, in: database)
        let condition = try await filter?.condition(for: .sales, of: venue, from: database)
        let rows = try await database.all(
            .sales(
                of: venue, on: day, to: customer, where: condition, before: before, limit: limit + 1))
        let items = try await Self.wire(Array(rows.prefix(limit)), of: venue.object, from: database)
        return call.page(items, isLast: rows.count <= limit) { $0.id.description }
    }

    func record(_ call: Call) async throws -> Response {
        let id: RestaurantID = try call.id("id")
        let input = try SaleInput(await call.body())
        let locale = call.language().locale
        _ = try await VenueEdits.authorize(call.actor, .recordSale, on: id, in: database)
        return try await call.write(database) { transaction in
            let sale = try await edits.record(
                input, at: id, by: call.actor, locale: locale, in: transaction)
            return .json(.created, try await Self.sale(sale, of: id, from: transaction))
        }
    }

    func read(_ call: Call) async throws -> Response {
        let venue = try await call.verifiedVenue(.readSales, in: database)
        return .json(
            .ok, try await Self.sale(try call.id("saleId"), of: venue.object, from: database), etag: .content)
    }

    func void(_ call: Call) async throws -> Response {
        let venue = try await call.verifiedVenue(.voidSale, in: database)
        let sale: SaleID = try call.id("saleId")
        let reason = try await call.body("reason", .text(RecordLimits.reason))
        return try await call.write(database) { transaction in
            try await edits.void(sale, at: venue.object, because: reason, by: call.actor, in: transaction)
            return .json(.ok, try await Self.sale(sale, of: venue.object, from: transaction))
        }
    }

    func addTip(_ call: Call) async throws -> Response {
        let venue = try await call.verifiedVenue(.recordSale, in: database)
        let sale: SaleID = try call.id("saleId")
        let amount = try await call.body("amount", .amount("amount"))
        let locale = call.language().locale
        return try await call.write(database) { transaction in
            try await edits.addTip(
                amount, to: sale, at: venue.object, by: call.actor, locale: locale, in: transaction)
            return .json(.created, try await Self.sale(sale, of: venue.object, from: transaction))
        }
    }

    /// - Throws: ``Denial/notFound``, also for the sale of another venue.
    private static func sale(
        _ id: SaleID, of venue: RestaurantID, from database: any Database
    ) async throws -> Sale {
        guard let row = try await database.first(.sale(id, at: venue)),
            let sale = try await wire([row], of: venue, from: database).first
        else { throw Denial.notFound }
        return sale
    }

    private static func wire(
        _ rows: [SaleRow], of venue: RestaurantID, from database: any Database
    ) async throws -> [Sale] {
        let lines = try await database.lines(of: rows.map { (sale: $0.id, day: $0.day) }, at: venue)
        return rows.map { $0.wire(lines[$0.id] ?? []) }
    }
}
