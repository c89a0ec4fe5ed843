import Access
import Foundation
import NoonishAPI
import Postgres

extension Query where Row == VenueDevice {
    static func devices(of venue: Capability<RestaurantID>, only id: VenueDeviceID? = nil) -> Self {
        Query(
            "venues.list_devices",
            """
            SELECT d.id, d.name, d.created_at, d.paired_at, d.seen_at
              FROM venue_device AS d
             WHERE d.restaurant_id = \(venue.object) AND d.id = coalesce(\(id), d.id)
               AND (d.token_hash IS NOT NULL OR d.code_ends_at > now())
             ORDER BY d.id
            """
        ) { row throws(PostgresError) in
            VenueDevice(
                id: try row.next(), name: try row.next(), createdAt: try row.next(),
                pairedAt: try row.next(), seenAt: try row.next())
        }
    }
}

/// The device of a token or a code, with its venue.
@Row
struct DeviceRow: PostgresRow {
    let id: VenueDeviceID
    let venue: RestaurantID
    let name: String

    var actor: Actor { .device(id, venue: venue) }
}

extension Query where Row == DeviceRow {
    /// Returns the device of a token.
    static func device(_ token: TokenHash) -> Self {
        Query(
            "venues.read_device",
            "SELECT d.id, d.restaurant_id, d.name FROM venue_device AS d WHERE d.token_hash = \(token.bytes)")
    }

    static func devices(among ids: [VenueDeviceID]) -> Self {
        Query(
            "venues.list_devices_by_id",
            "SELECT d.id, d.restaurant_id, d.name FROM venue_device AS d WHERE d.id = ANY (\(ids)) AND d.token_hash IS NOT NULL"
        )
    }

    /// Pairs the device of a code. A code works once.
    static func pair(codeHash: [UInt8], token: TokenHash) -> Self {
        Query(
            "venues.pair_device", on: .write,
            """
            UPDATE venue_device
               SET code_hash = NULL, code_ends_at = NULL, token_hash = \(token.bytes), paired_at = now()
             WHERE code_hash = \(codeHash) AND code_ends_at > now()
            RETURNING id, restaurant_id, name
            """)
    }
}

extension Query where Row == Date {
    static func insertDevice(
        _ id: VenueDeviceID, _ name: String, codeHash: [UInt8], at venue: RestaurantID
    ) -> Self {
        Query(
            "venues.insert_device", on: .write,
            """
            INSERT INTO venue_device (restaurant_id, id, name, code_hash, code_ends_at)
            VALUES (\(venue), \(id), \(name), \(codeHash), now() + \(VenueLimits.pairingLife))
            RETURNING code_ends_at
            """)
    }
}

extension Command {
    /// Removes codes that no one used.
    static func removeUnpaired(at venue: RestaurantID) -> Command {
        Command(
            "venues.remove_unpaired",
            "DELETE FROM venue_device WHERE restaurant_id = \(venue) AND code_ends_at <= now()")
    }

    static func removeDevice(_ id: VenueDeviceID, of venue: RestaurantID) -> Command {
        Command(
            "venues.remove_device", "DELETE FROM venue_device WHERE restaurant_id = \(venue) AND id = \(id)")
    }

    static func removeDevices(of venue: RestaurantID) -> Command {
        Command("venues.remove_devices", "DELETE FROM venue_device WHERE restaurant_id = \(venue)")
    }

    /// Records that a device is used, once an hour.
    static func recordUse(of device: DeviceRow) -> Command {
        Command(
            "venues.record_device_use",
            """
            UPDATE venue_device SET seen_at = now()
             WHERE restaurant_id = \(device.venue) AND id = \(device.id)
               AND (seen_at IS NULL OR seen_at < now() - interval '1 hour')
            """)
    }
}
