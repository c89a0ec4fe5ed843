import Access
import JSON
public import NoonishAPI
public import Postgres

extension SavedFilter.Kind: PostgresDecodable {}

/// A row of `venue_filter`, `f` in its columns.
@Row
struct SavedFilterRow: TableRow {
    @Column("f.id") let id: SavedFilterID
    @Column("f.name") let name: String
    @Column("f.kind") let kind: SavedFilter.Kind
    @Column("f.definition") let definition: JSONB

    static let tables: SQL = "venue_filter AS f"

    /// A filter that this version of the program does not understand has no parameters, and cannot be run.
    var wire: SavedFilter {
        let members: JSONObject? = if case .object(let object)? = definition.value { object } else { nil }
        return SavedFilter(
            id: id, name: name, kind: kind, condition: members?["where"] ?? .null,
            parameters: (try? FilterDefinition(stored: definition, of: kind))?.parameters ?? [])
    }
}

extension Query where Row == SavedFilterRow {
    static func filters(of venue: Capability<RestaurantID>, in language: String) -> Self {
        .select(
            "records.list_filters",
            """
             WHERE f.restaurant_id = \(venue.object)
             ORDER BY f.name \(fragment: .collation(of: language)), f.id
            """)
    }

    static func filter(_ id: SavedFilterID, of venue: RestaurantID) -> Self {
        .select("records.read_filter", "WHERE f.restaurant_id = \(venue) AND f.id = \(id)")
    }
}

extension Command {
    /// Inserts no row if the venue has too many.
    static func insert(
        _ id: SavedFilterID, _ name: String, kind: SavedFilter.Kind, _ definition: JSONB,
        to venue: Capability<RestaurantID>
    ) -> Command {
        Command(
            "records.insert_filter",
            """
            INSERT INTO venue_filter (restaurant_id, id, name, kind, definition)
            SELECT \(venue.object), \(id), \(name), \(kind.rawValue), \(definition)
             WHERE (SELECT count(*) FROM venue_filter AS f WHERE f.restaurant_id = \(venue.object)) < \(FilterLimits.filters)
            """)
    }

    static func replace(
        _ id: SavedFilterID, _ name: String, _ definition: JSONB, of venue: Capability<RestaurantID>
    ) -> Command {
        Command(
            "records.replace_filter",
            """
            UPDATE venue_filter SET name = \(name), definition = \(definition)
             WHERE restaurant_id = \(venue.object) AND id = \(id)
            """)
    }

    static func delete(_ id: SavedFilterID, of venue: Capability<RestaurantID>) -> Command {
        Command(
            "records.delete_filter",
            "DELETE FROM venue_filter WHERE restaurant_id = \(venue.object) AND id = \(id)")
    }
}
