import Encoding
import HTTPKit
import NoonishAPI
import Postgres

/// A published version, as readers get it.
@Row
struct MenuVersionRow: PostgresRow {
    let number: Int
    let sha256: [UInt8]
    /// Compressed; `nil` if the reader has it.
    let body: [UInt8]?

    /// Identifies the version and its content.
    var tag: EntityTag { EntityTag(version: number, hash: Hexadecimal.encode(sha256.prefix(12))) }
}

extension Query where Row == MenuVersionRow {
    /// Reads a published version of a restaurant's menu.
    ///
    /// - Parameters:
    ///   - number: `nil` for the newest.
    ///   - known: Entity tags of the versions that the reader has, without quotes.
    static func menuVersion(of restaurant: RestaurantID, number: Int?, known: [String]) -> Self {
        Query(
            "menus.read_version",
            """
            SELECT v.number, v.sha256,
                   CASE WHEN v.number || '.' || encode(substring(v.sha256 FROM 1 FOR 12), 'hex') = ANY (\(known))
                        THEN NULL ELSE v.body END
              FROM menu_version AS v
             WHERE v.restaurant_id = \(restaurant)
               AND v.number BETWEEN coalesce(\(number), 1) AND coalesce(\(number), 2147483647)
             ORDER BY v.number DESC
             LIMIT 1
            """)
    }
}
