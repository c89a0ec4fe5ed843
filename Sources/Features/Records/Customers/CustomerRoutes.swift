package import Access
import Accounts
import HTTPKit
import HTTPTypes
import Hummingbird
import Initializers
import Localization
import NoonishAPI
import OpenAPI
package import Postgres
import Venues

/// The customers of a venue: people it knows by name, to be named in sales by hand.
@MemberwiseInit
package struct CustomerRoutes: RouteGroup {
    let database: PostgresClient

    package static let definitions: [RouteDefinition<Self>] = [
        RouteDefinition(
            .listCustomers, .readCustomers, scope: .member, "List the customers of a venue",
            "By name, in the order of the reader’s language.",
            parameters: .filterable([
                .query(
                    "q", .string("leila"),
                    "Only those whose name, email or phone contains each of these words, whatever the accents and the case."
                ),
                .query(
                    "deleted", .boolean, "Those that were deleted in the last 30 days, instead of the others."
                ),
                .limit(RecordLimits.customersShown, most: PageLimits.maximum), .cursor,
            ]),
            answers: [.ok(.page(of: .customer), "The customers", isTagged: true, isPaged: true)],
            problems: [
                .forbidden, .of(VenueProblems.provisional), .of(RecordProblems.unknownFilter),
                .of(RecordProblems.filterOutdated), .filterFaults, .faults("malformed_cursor"),
            ], handler: list),
        RouteDefinition(
            .exportCustomers, .manageCustomers, scope: .member, "Export the customers of a venue",
            "By name, as a table or as JSON; with `filter` those that a saved filter finds.",
            parameters: .filterable([.query("format", .oneOf(ReportFormat.self), "`csv` by default.")]),
            answers: [
                .ok(.customers, "The customers"),
                .text(
                    "text/csv; charset=utf-8", "The customers as a table", example: CustomerExport.header),
            ],
            problems: [
                .forbidden, .of(VenueProblems.provisional), .of(RecordProblems.unknownFilter),
                .of(RecordProblems.filterOutdated), .filterFaults,
            ], handler: export),
        RouteDefinition(
            .addCustomer, .editCustomers, scope: .member, "Add a customer",
            body: .json(.newCustomer), answers: [.json(201, .customer, "The customer", [.eTag])],
            problems: [
                .forbidden, .of(VenueProblems.provisional), .of(RecordProblems.tooManyCustomers),
                .fieldFaults,
            ], handler: add),
        RouteDefinition(
            .readCustomer, .readCustomers, scope: .member, "Read a customer",
            "Also one that was deleted in the last 30 days.",
            answers: [.ok(.customer, "The customer", isTagged: true)],
            problems: [.forbidden, .of(VenueProblems.provisional)], handler: read),
        RouteDefinition(
            .editCustomer, .editCustomers, scope: .member, "Edit a customer",
            body: .mergePatch(.customerPatch), answers: [.json(200, .customer, "The customer", [.eTag])],
            problems: [
                .forbidden, .of(VenueProblems.provisional), .of(RecordProblems.customerDeleted), .fieldFaults,
                .of(
                    Problem.preconditionFailed(
                        tag: EntityTag(version: 2, hash: "5b1f0a9c2d3e4f5061728394")),
                    .field("current", .customer)),
            ], needsVersion: true, handler: edit),
        RouteDefinition(
            .deleteCustomer, .manageCustomers, scope: .member, "Delete a customer",
            "Its sales name no one from then on. For 30 days it can be restored; then it is removed with its history.",
            answers: [.done("Deleted")],
            problems: [.forbidden, .of(VenueProblems.provisional)], handler: delete),
        RouteDefinition(
            .restoreCustomer, .manageCustomers, scope: .member, "Restore a customer",
            "One that is not deleted stays as it is.",
            answers: [.json(200, .customer, "The customer", [.eTag])],
            problems: [.forbidden, .of(VenueProblems.provisional)], handler: restore),
        RouteDefinition(
            .mergeCustomers, .manageCustomers, scope: .member, "Merge another customer into one",
            """
            The customer gets the sales of the other, and the values that it lacks. The other is deleted; restoring it does not bring \
            its sales back.
            """,
            body: .json(.object(.field("customerId", .id, "The other customer."))),
            answers: [.json(200, .customer, "The customer", [.eTag])],
            problems: [
                .forbidden, .of(VenueProblems.provisional), .of(RecordProblems.customerDeleted),
                .of(RecordProblems.sameCustomer), .of(RecordProblems.unknownCustomer),
                .faults("missing", "malformed_id"),
            ], handler: merge),
        RouteDefinition(
            .listCustomerChanges, .manageCustomers, scope: .member, "List the edits of a customer",
            "Newest first, with their authors and the values before and after.",
            parameters: [.limit(RecordLimits.customersShown, most: PageLimits.maximum), .cursor],
            answers: [.ok(.page(of: .venueChange), "The edits", isTagged: true, isPaged: true)],
            problems: [.forbidden, .of(VenueProblems.provisional), .faults("malformed_cursor")],
            handler: changes),
    ]

    func list(_ call: Call) async throws -> Response {
        var query = call.query
        let words = query.optional("q", .text(0...200)).map(CustomerFields.searchWords) ?? []
        let isDeleted = query.optional("deleted", .boolean, default: false)
        let filter = FilterRun(&query)
        let limit = query.limit(default: RecordLimits.customersShown)
        let after = query.cursor { CustomerID($0) }
        try query.finish()
        let venue = try await call.verifiedVenue(.readCustomers, in: database)
        let condition = try await filter?.condition(for: .customers, of: venue, from: database)
        let rows = try await database.all(
            .customers(
                of: venue, with: words, isDeleted: isDeleted, where: condition, in: call.language().tag,
                after: after, limit: limit + 1))
        let items = rows.prefix(limit).map(\.wire)
        return call.page(items, isLast: rows.count <= limit) { $0.id.description }
    }

    /// The response begins before all customers are read, and reads on as the client does.
    func export(_ call: Call) async throws -> Response {
        var query = call.query
        let filter = FilterRun(&query)
        let format = query.optional("format", .oneOf(ReportFormat.self)) ?? .csv
        try query.finish()
        let venue = try await call.verifiedVenue(.manageCustomers, in: database)
        let export = CustomerExport(
            database: database, venue: venue,
            condition: try await filter?.condition(for: .customers, of: venue, from: database),
            language: call.language().tag, format: format)
        return Response(
            status: .ok, headers: .report(format, "customers"),
            body: ResponseBody { writer in
                try await export.run { try await writer.write($0) }
                try await writer.finish(nil)
            })
    }

    func add(_ call: Call) async throws -> Response {
        let id: RestaurantID = try call.id("id")
        let fields = try CustomerFields(await call.body())
        return try await call.write(database) { transaction in
            let venue = try await VenueEdits.authorizeVerified(
                call.actor, .editCustomers, on: id, in: transaction)
            let customer = try await CustomerEdits.add(fields, to: venue, in: transaction)
            let added = try await transaction.one(.customer(customer, of: id))
            return .json(.created, added.wire, etag: .version(added.version))
        }
    }

    func read(_ call: Call) async throws -> Response {
        let venue = try await call.verifiedVenue(.readCustomers, in: database)
        let row = try await find(try call.id("customerId"), of: venue)
        return .json(.ok, row.wire, etag: .version(row.version))
    }

    func edit(_ call: Call) async throws -> Response {
        let match = try call.ifMatch
        let patch = try CustomerPatch(await call.body())
        return try await write(call, .editCustomers) { customer, venue, transaction in
            try await CustomerEdits.edit(customer, patch, ifMatch: match, of: venue, in: transaction)
        }
    }

    func delete(_ call: Call) async throws -> Response {
        _ = try await write(call, .manageCustomers) { customer, venue, transaction in
            try await CustomerEdits.delete(customer, of: venue, in: transaction)
        }
        return .empty()
    }

    func restore(_ call: Call) async throws -> Response {
        try await write(call, .manageCustomers) { customer, venue, transaction in
            try await CustomerEdits.restore(customer, of: venue, in: transaction)
        }
    }

    func merge(_ call: Call) async throws -> Response {
        let other = try await call.body("customerId", .customerID)
        return try await write(call, .manageCustomers) { customer, venue, transaction in
            try await CustomerEdits.merge(other, into: customer, of: venue, in: transaction)
        }
    }

    func changes(_ call: Call) async throws -> Response {
        var query = call.query
        let limit = query.limit(default: RecordLimits.customersShown)
        let before = query.cursor { Int($0) }
        try query.finish()
        let venue = try await call.verifiedVenue(.manageCustomers, in: database)
        let customer = try await find(try call.id("customerId"), of: venue)
        let rows = try await database.all(
            .changes(of: customer.id, at: venue, before: before, limit: limit + 1))
        let items = Array(rows.prefix(limit))
        return call.page(items, isLast: rows.count <= limit) { String($0.sequence) }
    }

    private func find(
        _ customer: CustomerID, of venue: Capability<RestaurantID>
    ) async throws -> CustomerRow {
        guard let row = try await database.first(.customer(customer, of: venue.object)) else {
            throw Denial.notFound
        }
        return row
    }

    /// Edits a customer, and returns it.
    private func write(
        _ call: Call, _ action: Action,
        _ effect: @escaping @Sendable (CustomerID, Capability<RestaurantID>, Transaction) async throws -> Void
    ) async throws -> Response {
        let id: RestaurantID = try call.id("id")
        let customer: CustomerID = try call.id("customerId")
        return try await call.write(database) { transaction in
            let venue = try await VenueEdits.authorizeVerified(
                call.actor, action, on: id, in: transaction)
            try await effect(customer, venue, transaction)
            let edited = try await transaction.one(.customer(customer, of: id))
            return .json(.ok, edited.wire, etag: .version(edited.version))
        }
    }
}

extension ValueParser where Value == CustomerID {
    static var customerID: Self {
        .parsed("an id", code: "malformed_id", longest: 36) { CustomerID($0) }
    }
}

extension RouteProblem {
    fileprivate static let fieldFaults = RouteProblem.faults(
        "missing", "too_long", "blank", "invisible", "control_character", "not_an_email_address")
}

extension Schema {
    static let customer = Schema.named(
        "Customer",
        .object(
            .field("id", .id), .field("name", .string("Leila Korhonen")),
            .field("email", Schema.email.orNull),
            .field("phone", .string("+358 40 123 4567").orNull, "As it was written."),
            .field("note", .string("Pays at the end of the month").orNull),
            .field("version", .integer(1...Int.max, 1)), .field("createdAt", .instant),
            .field("deletedAt", Schema.instant.orNull, "It can be restored for 30 days.")))

    fileprivate static let customers = Schema.object(
        .field("schemaVersion", .integer(1...1, 1)), .field("customers", .array(of: customer)))

    static let saleCustomer = Schema.named(
        "SaleCustomer", .object(.field("id", .id), .field("name", .string("Leila Korhonen"))))

    fileprivate static let newCustomer = Schema.object(
        .field("name", .text(RecordLimits.name, "Leila Korhonen")), .optional("email", .email),
        .optional("phone", .text(RecordLimits.phone, "+358 40 123 4567")),
        .optional("note", .text(RecordLimits.note, "Pays at the end of the month")))

    fileprivate static let customerPatch = Schema.object(
        .optional("name", .text(RecordLimits.name, "Leila Korhonen")),
        .optional("email", Schema.email.orNull),
        .optional("phone", Schema.text(RecordLimits.phone, "+358 40 123 4567").orNull),
        .optional("note", Schema.text(RecordLimits.note, "Pays at the end of the month").orNull))
}
