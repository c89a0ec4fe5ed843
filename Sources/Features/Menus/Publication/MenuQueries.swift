import Foundation
import HTTPKit
import JSON
import NIOCore
import NoonishAPI
import Postgres

/// The newest version of a restaurant's menu; 0 and empty if there is none.
@Row
struct NewestMenuVersion: PostgresRow {
    let restaurant: RestaurantID
    let number: Int
    let sha256: [UInt8]
}

extension Query where Row == RestaurantID {
    /// Finds restaurants by their own id, or by their id in a source of the directory.
    static func restaurants(named names: [String], source: String) -> Self {
        Query(
            "menus.find_restaurants",
            """
            SELECT r.id
              FROM restaurant AS r
             WHERE r.id::text = ANY (\(names)) OR (r.source = \(source) AND r.source_id = ANY (\(names)))
             ORDER BY r.id
            """)
    }

    static func branches(of menu: UUID) -> Self {
        Query(
            "menus.list_branches", on: .write,
            "SELECT restaurant_id FROM menu_branch WHERE menu_id = \(menu) ORDER BY restaurant_id")
    }
}

extension Query where Row == Int {
    /// The bytes that this transaction has published for restaurants.
    static func bytesPublishedNow(for restaurants: [RestaurantID]) -> Self {
        Query(
            "menus.count_published_bytes",
            """
            SELECT coalesce(sum(octet_length(body)), 0)::bigint
              FROM menu_version
             WHERE restaurant_id = ANY (\(restaurants.map(\.uuid))) AND published_at = now()
            """)
    }
}

extension Query where Row == UUID {
    static func menus(of restaurants: [RestaurantID]) -> Self {
        Query(
            "menus.find_menus", on: .write,
            "SELECT DISTINCT menu_id FROM menu_branch WHERE restaurant_id = ANY (\(restaurants.map(\.uuid)))")
    }
}

extension Query where Row == NewestMenuVersion {
    static func newestVersions(of menu: UUID) -> Self {
        Query(
            "menus.list_newest_versions", on: .write,
            """
            SELECT b.restaurant_id, coalesce(v.number, 0), coalesce(v.sha256, '')
              FROM menu_branch AS b
              LEFT JOIN LATERAL (
                   SELECT number, sha256 FROM menu_version
                    WHERE restaurant_id = b.restaurant_id
                    ORDER BY number DESC
                    LIMIT 1
                   ) AS v ON true
             WHERE b.menu_id = \(menu)
             ORDER BY b.restaurant_id
            """)
    }
}

extension Command {
    /// Lets one edit of menus run at a time: which restaurants share a menu, and their versions, are read before they are
    /// written.
    static let lockMenus = Command("menus.lock", "LOCK TABLE menu_branch IN SHARE ROW EXCLUSIVE MODE")

    /// Changes no row if the draft is the same.
    static func storeDraft(_ draft: String, of menu: UUID) -> Command {
        Command(
            "menus.store_draft",
            """
            INSERT INTO menu AS known (id, draft)
            VALUES (\(menu), \(draft))
                ON CONFLICT (id) DO UPDATE
               SET draft = excluded.draft, draft_version = known.draft_version + 1, updated_at = now()
             WHERE known.draft <> excluded.draft
            """)
    }

    static func addBranches(_ restaurants: [RestaurantID], to menu: UUID) -> Command {
        Command(
            "menus.add_branches",
            """
            INSERT INTO menu_branch (restaurant_id, menu_id)
            SELECT unnest(\(restaurants.map(\.uuid))::uuid[]), \(menu)
                ON CONFLICT (restaurant_id) DO NOTHING
            """)
    }

    static func publish(_ published: PublishedMenu, of menu: UUID, sha256: [UInt8]) -> Command {
        var writer = JSONWriter()
        published.encode(to: &writer)
        let keys = published.menu.sections.flatMap(\.items).map(\.key)
        let body = Array(buffer: Gzip.compress(writer.finish()))
        return Command(
            "menus.publish",
            """
            INSERT INTO menu_version (restaurant_id, number, menu_id, schema_version, item_keys, sha256, body)
            VALUES (\(published.restaurant), \(published.version), \(menu), \(published.menu.schemaVersion),
                    \(keys), \(sha256), \(body))
            """)
    }
}
