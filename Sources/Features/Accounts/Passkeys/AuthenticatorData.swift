import Access

/// The authenticator data that a passkey's signature covers: the authenticator's state and, at registration,
/// the new key.
///
/// - Source: Web Authentication Level 3, section 6.1.
struct AuthenticatorData: Sendable {
    let siteHash: [UInt8]
    let flags: Flags
    let signCount: Int
    /// The newly created credential; `nil` when a known one is used.
    let credential: Credential?

    struct Flags: OptionSet, Sendable {
        let rawValue: UInt8

        static let userPresent = Flags(rawValue: 0x01)
        static let userVerified = Flags(rawValue: 0x04)
        static let backupEligible = Flags(rawValue: 0x08)
        static let backedUp = Flags(rawValue: 0x10)
        static let hasCredential = Flags(rawValue: 0x40)
        static let hasExtensions = Flags(rawValue: 0x80)
    }

    struct Credential: Sendable {
        let id: [UInt8]
        /// The key as CBOR, as it is stored.
        let publicKey: [UInt8]
        let key: COSEKey
    }

    init(_ bytes: [UInt8]) throws(MalformedBytes) {
        guard bytes.count >= 37 else { throw .init() }
        siteHash = Array(bytes[0..<32])
        flags = Flags(rawValue: bytes[32])
        signCount = bytes[33..<37].reduce(0) { $0 << 8 | Int($1) }
        var offset = 37
        if flags.contains(.hasCredential) {
            // AAGUID (16 bytes), length of the ID (2 bytes), the ID, the key
            guard bytes.count >= offset + 18 else { throw .init() }
            let length = Int(bytes[offset + 16]) << 8 | Int(bytes[offset + 17])
            offset += 18
            guard PasskeyLimits.credentialID.contains(length), bytes.count >= offset + length else {
                throw .init()
            }
            let id = Array(bytes[offset..<offset + length])
            offset += length
            var reader = CBORReader(bytes, from: offset)
            let key = try COSEKey(try reader.value())
            credential = Credential(id: id, publicKey: Array(bytes[offset..<reader.offset]), key: key)
            offset = reader.offset
        } else {
            credential = nil
        }
        if flags.contains(.hasExtensions) {
            var reader = CBORReader(bytes, from: offset)
            guard case .map = try reader.value() else { throw .init() }
            offset = reader.offset
        }
        guard offset == bytes.count, flags.contains(.backupEligible) || !flags.contains(.backedUp) else {
            throw .init()
        }
    }
}
