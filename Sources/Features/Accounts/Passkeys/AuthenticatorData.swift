import Access

/// The authenticator data that a passkey's signature covers: the authenticator's state and, at registration,
/// the new key.
///
/// - Source: Web Authentication Level 3, section 6.1.
struct AuthenticatorData: Sendable {
    let siteHash: [UInt8]
    let isUserPresent: Bool
    let isUserVerified: Bool
    let isBackupEligible: Bool
    let isBackedUp: Bool
    let signCount: Int
    /// The newly created credential; `nil` when a known one is used.
    let credential: Credential?

    struct Credential: Sendable {
        let id: [UInt8]
        /// The key as CBOR, as it is stored.
        let publicKey: [UInt8]
        let key: COSEKey
    }

    init(_ bytes: [UInt8]) throws(MalformedBytes) {
        guard bytes.count >= 37 else { throw .init() }
        siteHash = Array(bytes[0..<32])
        let flags = bytes[32]
        isUserPresent = flags & 0x01 != 0
        isUserVerified = flags & 0x04 != 0
        isBackupEligible = flags & 0x08 != 0
        isBackedUp = flags & 0x10 != 0
        signCount = bytes[33..<37].reduce(0) { $0 << 8 | Int($1) }
        var offset = 37
        if flags & 0x40 != 0 {
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
        if flags & 0x80 != 0 {
            var reader = CBORReader(bytes, from: offset)
            guard case .map = try reader.value() else { throw .init() }
            offset = reader.offset
        }
        guard offset == bytes.count, isBackupEligible || !isBackedUp else { throw .init() }
    }
}
