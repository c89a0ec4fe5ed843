import Access
import Foundation
import JSON
public import NoonishAPI
public import Postgres
import Restaurants

extension Query where Row == VenueRow {
    /// Reads a venue as `person` sees it.
    package static func venue(_ id: RestaurantID, for person: PersonID?) -> Self {
        Query(
            "venues.read_venue",
            """
            SELECT \(fragment: VenueRow.columns)
              FROM venue AS v
              JOIN restaurant AS r ON r.id = v.restaurant_id
              LEFT JOIN venue_person AS m ON m.restaurant_id = v.restaurant_id AND m.person_id = \(person)
             WHERE v.restaurant_id = \(id)
            """)
    }

    /// Lists the venues that a person runs or works at, by name.
    static func venues(of person: Capability<PersonID>) -> Self {
        Query(
            "venues.list_own",
            """
            SELECT \(fragment: VenueRow.columns)
              FROM venue_person AS m
              JOIN venue AS v ON v.restaurant_id = m.restaurant_id
              JOIN restaurant AS r ON r.id = v.restaurant_id
             WHERE m.person_id = \(person.object)
             ORDER BY lower(r.name), r.id
            """)
    }
}

extension Query where Row == VenueChange {
    /// Lists the edits of a venue, newest first.
    static func changes(of venue: Capability<RestaurantID>, before sequence: Int?, limit: Int) -> Self {
        Query(
            "venues.list_changes",
            """
            SELECT c.seq, c.kind, p.id, p.name, c.at, c.before, c.after
              FROM venue_change AS c
              LEFT JOIN person AS p ON p.id = c.actor_id
             WHERE c.restaurant_id = \(venue.object) AND c.seq < coalesce(\(sequence), \(Int.max))
             ORDER BY c.seq DESC
             LIMIT \(limit)
            """)
    }
}

extension VenueChange: PostgresRow {
    public init(row: inout RowReader) throws(PostgresError) {
        self.init(
            sequence: try row.next(), kind: try row.next(), actor: try row.next(), at: try row.next(),
            before: try row.nextTexts(), after: try row.nextTexts())
    }
}

extension RowReader {
    /// Reads a `jsonb` object of texts; `nil` if the column is null.
    fileprivate mutating func nextTexts() throws(PostgresError) -> [String: String]? {
        let json: JSONB? = try next()
        guard case .object(let object)? = json?.value else { return nil }
        return object.members.reduce(into: [:]) { texts, member in
            if case .string(let text) = member.value { texts[member.name] = text }
        }
    }
}

extension Command {
    /// Locks a venue until the transaction ends. Orders are locked before.
    package static func lockVenue(_ id: RestaurantID) -> Command {
        Command(
            "venues.lock_venue", "SELECT true FROM venue WHERE restaurant_id = \(id) FOR NO KEY UPDATE")
    }

    static func update(
        _ venue: RestaurantID, takesOrders: Bool, takesOnlinePayments: Bool, taxNumber: String?,
        rules: VenueOrderRules
    ) -> Command {
        Command(
            "venues.update_venue",
            """
            UPDATE venue
               SET takes_orders = \(takesOrders), takes_online_payments = \(takesOnlinePayments),
                   tax_number = \(taxNumber),
                   lead_minutes = \(rules.leadMinutes)::bigint::int, currency = \(rules.currency),
                   order_min_minor = \(rules.minimum), order_max_minor = \(rules.maximum),
                   most_portions = \(rules.mostPortions)::bigint::int,
                   version = version + 1
             WHERE restaurant_id = \(venue)
            """)
    }

    /// Counts an edit that is stored elsewhere, so that the venue's entity tag changes.
    static func advanceVersion(of venue: RestaurantID) -> Command {
        Command(
            "venues.advance_version",
            "UPDATE venue SET version = version + 1 WHERE restaurant_id = \(venue)")
    }

    /// Appends an edit to a venue's history. The caller holds the lock of its row.
    ///
    /// - Parameters:
    ///   - before: Ids, and what the venue publishes about itself.
    ///   - actor: `nil` for the service and for operators.
    package static func append(
        _ kind: VenueChangeKind, before: [String: String]? = nil, after: [String: String]? = nil,
        to venue: RestaurantID, by actor: PersonID?
    ) -> Command {
        Command(
            "venues.append_change",
            """
            INSERT INTO venue_change (restaurant_id, seq, actor_id, kind, before, after)
            SELECT \(venue), coalesce(max(c.seq), 0) + 1, \(actor), \(kind.rawValue),
                   \(before.map { JSONB($0) }), \(after.map { JSONB($0) })
              FROM venue_change AS c
             WHERE c.restaurant_id = \(venue)
            """)
    }
}

/// The kinds of edits, as the database and clients know them.
package enum VenueChangeKind: String, Sendable {
    case claimed, verified, refused
    case profileEdited = "profile_edited"
    case logoChanged = "logo_changed"
    case logoRemoved = "logo_removed"
    case memberAdded = "member_added"
    case memberChanged = "member_changed"
    case memberRemoved = "member_removed"
    case menuDrafted = "menu_drafted"
    case menuPublished = "menu_published"
    case menuPicture = "menu_picture"
    case deviceAdded = "device_added"
    case devicePaired = "device_paired"
    case deviceRemoved = "device_removed"
    case itemAvailability = "item_availability"
    case stationsEdited = "stations_edited"
}
