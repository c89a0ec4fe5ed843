import Access
import Foundation
import News
import NoonishAPI
import Postgres
import WebPush

/// A person's browser or phone.
struct DeviceRow: TableRow {
    let id: EndpointID
    let person: PersonID
    let name: String?
    let destination: String
    let createdAt: Date
    let target: Target

    /// The address of the device and what is needed to send to it.
    enum Target: Hashable, Sendable {
        case browser(WebPushSender.Target)
        case apple(ApplePushSender.Target)
    }

    init(row: inout RowReader) throws(PostgresError) {
        id = try row.next()
        person = try row.next()
        name = try row.next()
        destination = try row.next()
        createdAt = try row.next()
        let address: String = try row.next()
        let p256dh: [UInt8]? = try row.next()
        let auth: [UInt8]? = try row.next()
        let environment: String? = try row.next()
        if let environment = environment.flatMap({ ApplePushSender.Environment(rawValue: $0) }) {
            target = .apple(.init(token: address, environment: environment, registeredAt: createdAt))
        } else if let keys = try? PushKeys(p256dh: p256dh ?? [], auth: auth ?? []) {
            target = .browser(.init(endpoint: address, keys: keys))
        } else {
            throw .decode("the device \(id) has no keys")
        }
    }

    static let tables: SQL = """
        push_device AS d
          JOIN delivery_endpoint AS e ON e.person_id = d.person_id AND e.id = d.id
        """

    static let columns: SQL = """
        d.id, d.person_id, d.name, e.destination, d.created_at, d.address, d.p256dh, d.auth, d.environment
        """

    var wire: Subscription {
        let kind: Subscription.Kind = if case .browser = target { .webPush } else { .applePush }
        return Subscription(id: id, kind: kind, name: name, destination: destination, createdAt: createdAt)
    }
}

extension Query where Row == DeviceRow {
    static func device(_ id: EndpointID, of person: PersonID) -> Self {
        .select("delivery.read_device", "WHERE d.person_id = \(person) AND d.id = \(id)")
    }

    static func devices(of person: PersonID) -> Self {
        .select(
            "delivery.list_devices",
            """
             WHERE d.person_id = \(person)
             ORDER BY d.id
            """)
    }

    /// Reads the device with an address, whichever person it belongs to.
    static func device(at address: String, on channel: Channel) -> Self {
        .select(
            "delivery.read_device_by_address", on: .write,
            "WHERE d.channel = \(channel.rawValue) AND d.address = \(address)")
    }
}

extension Command {
    /// Inserts a device. Affects no row if the person has too many. The caller holds the person's lock.
    static func insertDevice(
        _ id: EndpointID, of person: PersonID, _ device: NewDevice, name: String?
    ) -> Command {
        Command(
            "delivery.insert_device",
            """
            INSERT INTO push_device (person_id, id, channel, address, p256dh, auth, environment, name)
            SELECT \(person), \(id), \(device.channel.rawValue), \(device.address), \(device.keys?.p256dh),
                   \(device.keys?.auth), \(device.environment?.rawValue), \(name)
             WHERE (SELECT count(*) FROM push_device WHERE person_id = \(person)) < \(SubscriptionLimits.devices)
            """)
    }

    static func renameDevice(_ id: EndpointID, of person: PersonID, to name: String?) -> Command {
        Command(
            "delivery.rename_device",
            "UPDATE push_device SET name = \(name) WHERE person_id = \(person) AND id = \(id)")
    }
}
