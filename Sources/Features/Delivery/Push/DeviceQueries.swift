import Access
import Foundation
import News
import NoonishAPI
import Postgres

/// A person's browser or phone.
@Row
struct DeviceRow: TableRow {
    @Column("d.id") let id: EndpointID
    @Column("d.person_id") let person: PersonID
    @Column("d.name") let name: String?
    @Column("e.destination") let destination: String
    @Column("d.created_at") let createdAt: Date
    @Column("d.channel") let channel: Channel
    @Column("d.environment") private let environment: ApplePushSender.Environment?
    @Column("d.sealed") private let sealed: [UInt8]

    /// The address of the device and what is needed to send to it.
    enum Target: Hashable, Sendable {
        case browser(WebPushSender.Target)
        case apple(ApplePushSender.Target)
    }

    /// Returns where to send; `nil` if that was encrypted with another key of the server.
    func target(_ key: SecretKey) -> Target? {
        guard let address = DeviceAddress(sealed: sealed, key, for: id) else { return nil }
        if let environment {
            return .apple(.init(token: address.text, environment: environment, registeredAt: createdAt))
        }
        return address.keys.map { .browser(.init(endpoint: address.text, keys: $0)) }
    }

    static let tables: SQL = """
        push_device AS d
          JOIN delivery_endpoint AS e ON e.person_id = d.person_id AND e.id = d.id
        """

    var wire: Subscription {
        Subscription(
            id: id, kind: channel == .webPush ? .webPush : .applePush, name: name, destination: destination,
            createdAt: createdAt)
    }
}

extension Channel: PostgresDecodable {}
extension ApplePushSender.Environment: PostgresDecodable {}

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
    static func device(at address: DeviceAddress, on channel: Channel) -> Self {
        .select(
            "delivery.read_device_by_address", on: .write,
            "WHERE d.channel = \(channel.rawValue) AND d.hash = \(address.hash)")
    }
}

extension Command {
    /// Inserts a device. Affects no row if the person has too many. The caller holds the person's lock.
    static func insertDevice(
        _ id: EndpointID, of person: PersonID, _ device: NewDevice, name: String?, sealed: [UInt8]
    ) -> Command {
        Command(
            "delivery.insert_device",
            """
            INSERT INTO push_device (person_id, id, channel, hash, sealed, environment, name)
            SELECT \(person), \(id), \(device.channel.rawValue), \(device.address.hash), \(sealed),
                   \(device.environment?.rawValue), \(name)
             WHERE (SELECT count(*) FROM push_device WHERE person_id = \(person)) < \(SubscriptionLimits.devices)
            """)
    }

    static func renameDevice(_ id: EndpointID, of person: PersonID, to name: String?) -> Command {
        Command(
            "delivery.rename_device",
            "UPDATE push_device SET name = \(name) WHERE person_id = \(person) AND id = \(id)")
    }
}
