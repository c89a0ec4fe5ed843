package import Access
import Accounts
import HTTPKit
import HTTPTypes
import Hummingbird
import Initializers
import JSON
import Localization
import NoonishAPI
import OpenAPI
package import Postgres
import Venues

/// The filters that the owners of a venue have saved. `filter` and `values` of a list run one.
@MemberwiseInit
package struct FilterRoutes: RouteGroup {
    let database: PostgresClient

    package static let definitions: [RouteDefinition<Self>] = [
        RouteDefinition(
            .listFilters, .editFilters, scope: .member, "List the saved filters of a venue", "By name.",
            parameters: [.limit(nil, most: PageLimits.maximum)],
            answers: [.ok(.page(of: .savedFilter), "All of them, on one page", isTagged: true)],
            problems: [.forbidden, .of(VenueProblems.provisional)], handler: list),
        RouteDefinition(
            .saveFilter, .editFilters, scope: .member, "Save a filter",
            """
            A condition is `{"all": […]}`, `{"any": […]}`, `{"not": …}`, or compares a `field` by an `operator` with `values`, of \
            which `between` has two. A value can be `{"parameter": "since"}`, which is stated when the filter is run. \
            Text is compared whatever the case. Fields of customers: \(FilterField.names(of: .customers).joined(separator: ", ")). \
            Fields of sales: \(FilterField.names(of: .sales).joined(separator: ", ")).
            """,
            body: .json(
                .object(
                    .field("name", .text(FilterLimits.name, "Regulars")),
                    .field("kind", .oneOf(SavedFilter.Kind.self)), .field("where", .filterCondition))),
            answers: [.json(201, .savedFilter, "The filter", [])],
            problems: [
                .forbidden, .of(VenueProblems.provisional), .of(RecordProblems.tooManyFilters),
                .conditionFaults,
            ], handler: save),
        RouteDefinition(
            .replaceFilter, .editFilters, scope: .member, "Replace a saved filter",
            "Its name and condition. It finds what it found before: customers or sales.",
            body: .json(
                .object(
                    .field("name", .text(FilterLimits.name, "Regulars")), .field("where", .filterCondition))),
            answers: [.json(200, .savedFilter, "The filter", [])],
            problems: [.forbidden, .of(VenueProblems.provisional), .conditionFaults], handler: replace),
        RouteDefinition(
            .deleteFilter, .editFilters, scope: .member, "Delete a saved filter", answers: [.done("Deleted")],
            problems: [.forbidden, .of(VenueProblems.provisional)], handler: delete),
    ]

    func list(_ call: Call) async throws -> Response {
        try call.query.finishWholeList()
        let venue = try await call.verifiedVenue(.editFilters, in: database)
        let rows = try await database.all(.filters(of: venue, in: call.language().tag))
        return .json(.ok, WholeList(rows.map(\.wire)), etag: .content)
    }

    func save(_ call: Call) async throws -> Response {
        let id: RestaurantID = try call.id("id")
        var body = try await call.body()
        let name = body.required("name", .text(FilterLimits.name))
        let kind = try body.prerequisite("kind", .oneOf(SavedFilter.Kind.self))
        _ = FilterDefinition(&body, of: kind)
        let definition = JSONB(condition: body.value("where"))
        let chosen = try body.finish(name)
        return try await call.write(database) { transaction in
            let venue = try await VenueEdits.authorizeVerified(
                call.actor, .editFilters, on: id, in: transaction)
            let filter = SavedFilterID.make()
            guard
                try await transaction.execute(
                    .insert(filter, chosen, kind: kind, definition, to: venue)) == 1
            else { throw RecordProblems.tooManyFilters }
            return .json(.created, try await transaction.one(.filter(filter, of: id)).wire)
        }
    }

    func replace(_ call: Call) async throws -> Response {
        let id: RestaurantID = try call.id("id")
        let filter: SavedFilterID = try call.id("filterId")
        var body = try await call.body()
        try await VenueEdits.authorizeVerified(call.actor, .editFilters, on: id, in: database)
        guard let stored = try await database.first(.filter(filter, of: id)) else { throw Denial.notFound }
        let name = body.required("name", .text(FilterLimits.name))
        _ = FilterDefinition(&body, of: stored.kind)
        let definition = JSONB(condition: body.value("where"))
        let chosen = try body.finish(name)
        return try await call.write(database) { transaction in
            let venue = try await VenueEdits.authorizeVerified(
                call.actor, .editFilters, on: id, in: transaction)
            guard try await transaction.execute(.replace(filter, chosen, definition, of: venue)) == 1 else {
                throw Denial.notFound
            }
            return .json(.ok, try await transaction.one(.filter(filter, of: id)).wire)
        }
    }

    func delete(_ call: Call) async throws -> Response {
        let id: RestaurantID = try call.id("id")
        let filter: SavedFilterID = try call.id("filterId")
        return try await call.write(database) { transaction in
            let venue = try await VenueEdits.authorizeVerified(
                call.actor, .editFilters, on: id, in: transaction)
            guard try await transaction.execute(.delete(filter, of: venue)) == 1 else {
                throw Denial.notFound
            }
            return .empty()
        }
    }
}

extension [Parameter] {
    /// Returns the parameters of a list that runs saved filters.
    static func filterable(_ own: [Parameter]) -> [Parameter] { own + filterRun }

    private static let filterRun: [Parameter] = [
        .query("filter", .id, "Only what this saved filter finds."),
        .query(
            "values", .string(#"{"since":"2027-01-01"}"#),
            "The values of the filter’s parameters, as a JSON object. Pointers of faults point into it."),
    ]
}

extension JSONB {
    /// The definition of a filter, as it is stored.
    fileprivate init(condition: JSONValue?) {
        self.init(JSONValue.object(JSONObject(members: [.init(name: "where", value: condition ?? .null)])))
    }
}

extension RouteProblem {
    /// The faults of a filter that is saved.
    fileprivate static let conditionFaults = RouteProblem.faults(
        "missing", "too_long", "blank", "not_one_of", "too_many", "too_deep", "wrong_count", "wrong_type",
        "out_of_range", "malformed_date", "malformed_parameter", "parameter_types")

    /// The faults of `filter` and of its values.
    static let filterFaults = RouteProblem.faults(
        "malformed_id", "malformed_values", "parameter_unknown", "missing", "too_long", "blank",
        "out_of_range", "malformed_date",
        "not_one_of")
}

extension Schema {
    /// A tree, which is described by ``FilterRoutes``.
    fileprivate static let filterCondition = Schema.anything(
        .object(
            JSONObject(members: [
                .init(name: "field", value: .string("name")),
                .init(name: "operator", value: .string("contains")),
                .init(name: "values", value: .array([.string("ca")])),
            ])))

    static let savedFilter = Schema.named(
        "SavedFilter",
        .object(
            .field("id", .id), .field("name", .string("Regulars")),
            .field("kind", .oneOf(SavedFilter.Kind.self)), .field("where", .filterCondition),
            .field(
                "parameters",
                .array(
                    of: .named(
                        "FilterParameter",
                        .object(
                            .field("name", .string("since")),
                            .field("type", .oneOf(FilterParameter.ValueType.self))))),
                "What a run has to state.")))
}
