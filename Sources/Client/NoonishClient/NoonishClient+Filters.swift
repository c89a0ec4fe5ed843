public import JSON
import NIOCore
public import NoonishAPI

/// The filters that the owners of a venue have saved.
extension NoonishClient {
    public func filters(of id: RestaurantID) async throws -> Resource<Page<SavedFilter>> {
        try await read(Call(.listFilters, id))
    }

    /// Saves a filter, as an owner.
    ///
    /// - Parameter condition: Such as `{"field": "name", "operator": "contains", "values": ["ca"]}`.
    public func saveFilter(
        _ name: String, of kind: SavedFilter.Kind, where condition: JSONValue, at id: RestaurantID
    ) async throws -> SavedFilter {
        try await writeForValue(
            Call(.saveFilter, id, body: NewFilter(name: name, kind: kind, condition: condition)))
    }

    /// Gives a filter another name and condition, as an owner.
    public func replaceFilter(
        _ filter: SavedFilterID, of id: RestaurantID, name: String, where condition: JSONValue
    ) async throws -> SavedFilter {
        try await writeForValue(
            Call(.replaceFilter, id, filter, body: FilterReplacement(name: name, condition: condition)))
    }

    public func deleteFilter(_ filter: SavedFilterID, of id: RestaurantID) async throws {
        try await perform(Call(.deleteFilter, id, filter))
    }
}

/// A saved filter that a list is read with, and the values of its parameters by their names.
public struct FilterValues: Sendable {
    public var filter: SavedFilterID
    public var values: [String: JSONValue]

    public init(_ filter: SavedFilterID, _ values: [String: JSONValue] = [:]) {
        (self.filter, self.values) = (filter, values)
    }

    var query: [(name: String, value: String?)] {
        let members = values.sorted { $0.key < $1.key }.map {
            JSONObject.Member(name: $0.key, value: $0.value)
        }
        var writer = JSONWriter()
        JSONValue.object(JSONObject(members: members)).encode(to: &writer)
        return [("filter", filter.description), ("values", String(buffer: writer.finish()))]
    }
}

/// The body of a request that saves a filter.
@JSONObject
struct NewFilter: JSONEncodable {
    var name: String
    var kind: SavedFilter.Kind
    @JSONMember("where") var condition: JSONValue
}

/// The body of a request that replaces a filter.
@JSONObject
struct FilterReplacement: JSONEncodable {
    var name: String
    @JSONMember("where") var condition: JSONValue
}
