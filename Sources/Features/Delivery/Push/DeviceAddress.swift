package import Access
import Encoding
import JSON
import NIOCore
import NoonishAPI
import Postgres
import WebPush

/// Where a device is reached, and the keys of a browser. A person who holds them can send notifications to the device, so they
/// are stored encrypted.
struct DeviceAddress: Hashable, Sendable {
    /// The URL at a browser's push service, or the token of an Apple device in hexadecimal digits.
    let text: String
    /// The keys of a browser.
    let keys: PushKeys?

    /// By which the database knows the address. A push service makes its addresses unguessable (RFC 8030, section 8.3),
    /// so a plain hash is sufficient, and a new secret key leaves it as it is.
    var hash: [UInt8] { TokenHash(text).bytes }
}

extension DeviceAddress {
    static let purpose = "device"

    /// Returns the address of `device` as it is stored.
    func sealed(_ key: SecretKey, for device: EndpointID) throws -> [UInt8] {
        var writer = JSONWriter()
        StoredAddress(
            address: text, p256dh: keys.map { Base64URL.encode($0.p256dh) },
            auth: keys.map { Base64URL.encode($0.auth) }
        ).encode(to: &writer)
        return try key.seal(
            Array(writer.finish().readableBytesView), Self.purpose, owner: device.description)
    }

    /// Decrypts what ``sealed(_:for:)`` returned.
    ///
    /// - Returns: `nil` if it was encrypted with another key or for another device.
    init?(sealed: [UInt8], _ key: SecretKey, for device: EndpointID) {
        guard let bytes = key.open(sealed, Self.purpose, owner: device.description),
            let stored = try? StoredAddress(parsing: ByteBuffer(bytes: bytes))
        else { return nil }
        text = stored.address
        guard let point = stored.p256dh, let secret = stored.auth else {
            keys = nil
            return
        }
        guard let keys = try? PushKeys(p256dh: point, auth: secret) else { return nil }
        self.keys = keys
    }
}

/// The form in which an address is encrypted.
@JSONObject
struct StoredAddress: JSONCodable {
    let address: String
    let p256dh: String?
    let auth: String?
}

extension SealedColumn {
    /// The addresses of devices.
    package static var devices: SealedColumn {
        SealedColumn(
            DeviceAddress.purpose,
            read: Query("delivery.list_sealed_devices", "SELECT id::text, sealed FROM push_device"),
            store: { device in
                Command(
                    "delivery.reseal_device",
                    "UPDATE push_device SET sealed = \(device.sealed) WHERE id = \(device.owner)::text::uuid")
            })
    }
}
