import Access
import HTTPKit
import JSON
import NoonishAPI
import Postgres

/// A validated filter: its condition, and the parameters that a run has to state.
struct FilterDefinition: Sendable {
    let condition: FilterCondition
    /// In the order in which the condition names them.
    let parameters: [FilterParameter]

    /// Reads the member `where`. Returns `nil` after recording a fault.
    init?(_ body: inout ObjectReader, of kind: SavedFilter.Kind) {
        guard body.isStated("where") else {
            body.refuse("where", "missing", "Required.")
            return nil
        }
        guard let condition = body.object("where", { FilterCondition(&$0, of: kind) }) else { return nil }
        let comparisons = condition.comparisons
        guard comparisons.count <= FilterLimits.conditions else {
            body.refuse("where", "too_many", "At most \(FilterLimits.conditions) comparisons.")
            return nil
        }
        var parameters: [FilterParameter] = []
        for comparison in comparisons {
            for name in comparison.parameters {
                guard let known = parameters.first(where: { $0.name == name }) else {
                    parameters.append(FilterParameter(name: name, type: comparison.field.type))
                    continue
                }
                guard known.type == comparison.field.type else {
                    body.refuse("where", "parameter_types", "The parameter \(name) has values of two types.")
                    return nil
                }
            }
        }
        (self.condition, self.parameters) = (condition, parameters)
    }

    /// Reads a filter that is stored.
    ///
    /// - Throws: 409 `filter_outdated` for one that this version of the program no longer understands.
    init(stored json: JSONB, of kind: SavedFilter.Kind) throws(Problem) {
        guard let value = json.value, var body = try? ObjectReader(value),
            let definition = FilterDefinition(&body, of: kind), (try? body.finish()) != nil
        else { throw RecordProblems.filterOutdated }
        self = definition
    }

    /// Returns the condition as SQL, with the values of a run.
    ///
    /// - Parameter values: An object with a value for each parameter.
    /// - Throws: 422 by pointer.
    func sql(_ values: JSONValue) throws(Problem) -> SQL {
        var body = try ObjectReader(values)
        if case .object(let object) = values,
            let other = object.members.first(where: { member in
                !parameters.contains { $0.name == member.name }
            })
        {
            throw .unprocessable(
                "parameter_unknown", "The filter has no such parameter.",
                pointer: "/" + JSONPointer.escape(other.name))
        }
        var bound: [String: FilterValue] = [:]
        for parameter in parameters {
            bound[parameter.name] = body.required(parameter.name, parameter.type.parser)
        }
        try body.finish()
        return condition.sql(bound)
    }
}

/// A filter that a list is read with.
struct FilterRun: Sendable {
    let filter: SavedFilterID
    let values: JSONValue

    /// Reads `filter` and `values` of a list's query. Returns `nil` without a filter.
    init?(_ query: inout QueryReader) {
        let filter = query.optional(
            "filter", .parsed("an id", code: "malformed_id", longest: 36) { SavedFilterID($0) })
        let values = query.optional(
            "values",
            .parsed("a JSON object", code: "malformed_values", longest: FilterLimits.values) { text in
                try? JSONValue(parsing: text)
            })
        guard let filter else { return nil }
        (self.filter, self.values) = (filter, values ?? .object(JSONObject()))
    }

    /// Returns the condition that the filter adds to a list.
    ///
    /// - Throws: 422 `filter_unknown`, or by pointer into the values; 409 `filter_outdated`.
    func condition(
        for kind: SavedFilter.Kind, of venue: Capability<RestaurantID>, from database: any Database
    ) async throws -> SQL {
        guard let row = try await database.first(.filter(filter, of: venue.object)), row.kind == kind else {
            throw RecordProblems.unknownFilter
        }
        return try FilterDefinition(stored: row.definition, of: kind).sql(values)
    }
}
