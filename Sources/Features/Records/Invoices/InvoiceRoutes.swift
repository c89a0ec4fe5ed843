package import Access
import HTTPKit
import HTTPTypes
import Hummingbird
import Initializers
import NoonishAPI
import OpenAPI
package import Postgres
import Venues

/// The invoices of a venue, for its owners.
@MemberwiseInit
package struct InvoiceRoutes: RouteGroup {
    let database: PostgresClient

    package static let definitions: [RouteDefinition<Self>] = [
        RouteDefinition(
            .writeInvoice, .writeInvoice, scope: .member, "Write the invoice of a sale",
            """
            Its number is the next of the venue’s year. Lines, taxes and amounts are those that the sale has now, so a sale has one \
            invoice at most, which nothing changes: to correct one, void the sale and enter it again. It is kept as long as the law of \
            the venue’s country requires. `email` is not stored: a member who has confirmed this address, and who ran, ordered or paid for \
            the sale’s order, finds the invoice in their export.
            """,
            body: .json(.newInvoice), answers: [.json(201, .invoice, "The invoice", [])],
            problems: [
                .forbidden, .of(VenueProblems.provisional), .of(RecordProblems.voided),
                .of(RecordProblems.unpriced),
                .of(
                    RecordProblems.invoiceExists(.make(), InvoiceNumber(year: 2027, sequence: 1)),
                    .field("invoice", .saleInvoice)),
                .faults(
                    "missing", "too_long", "blank", "invisible", "control_character", "not_an_email_address"),
            ], handler: write),
        RouteDefinition(
            .listInvoices, .readInvoices, scope: .member, "List the invoices of a venue",
            "Those since the venue was last claimed, by their numbers, newest first.",
            parameters: [.limit(RecordLimits.sales, most: PageLimits.maximum), .cursor],
            answers: [.ok(.page(of: .invoice), "The invoices", isTagged: true, isPaged: true)],
            problems: [.forbidden, .of(VenueProblems.provisional), .faults("malformed_cursor")],
            handler: list),
        RouteDefinition(
            .readInvoice, .readInvoices, scope: .member, "Read an invoice",
            answers: [.ok(.invoice, "The invoice", isTagged: true)],
            problems: [.forbidden, .of(VenueProblems.provisional)], handler: read),
    ]

    func write(_ call: Call) async throws -> Response {
        let venue = try await call.verifiedVenue(.writeInvoice, in: database).object
        let sale: SaleID = try call.id("saleId")
        let input = try InvoiceInput(await call.body())
        return try await call.write(database) { transaction in
            let invoice = try await InvoiceEdits.write(
                input, for: sale, at: venue, by: call.actor, in: transaction)
            return .json(.created, try await Self.invoice(invoice, of: venue, from: transaction))
        }
    }

    func list(_ call: Call) async throws -> Response {
        var query = call.query
        let limit = query.limit(default: RecordLimits.sales)
        let before = query.cursor { InvoiceNumber($0) }
        try query.finish()
        let venue = try await call.verifiedVenue(.readInvoices, in: database)
        let rows = try await database.all(.invoices(of: venue, before: before, limit: limit + 1))
        let items = try await Self.wire(Array(rows.prefix(limit)), of: venue.object, from: database)
        return call.page(items, isLast: rows.count <= limit) { $0.number }
    }

    func read(_ call: Call) async throws -> Response {
        let venue = try await call.verifiedVenue(.readInvoices, in: database).object
        let invoice = try await Self.invoice(try call.id("invoiceId"), of: venue, from: database)
        return .json(.ok, invoice, etag: .content)
    }

    /// - Throws: ``Denial/notFound``, also for the invoice of another venue.
    private static func invoice(
        _ id: InvoiceID, of venue: RestaurantID, from database: any Database
    ) async throws -> Invoice {
        guard let row = try await database.first(.invoice(id, of: venue)),
            let invoice = try await wire([row], of: venue, from: database).first
        else { throw Denial.notFound }
        return invoice
    }

    private static func wire(
        _ rows: [InvoiceRow], of venue: RestaurantID, from database: any Database
    ) async throws -> [Invoice] {
        let lines = try await database.lines(of: rows.map { (sale: $0.sale, day: $0.soldOn) }, at: venue)
        return rows.map { $0.wire(lines[$0.sale] ?? []) }
    }
}
