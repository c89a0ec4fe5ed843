import Foundation
import JWTKit

/// The keys that a provider signs with.
///
/// - Source: RFC 7517. Keys of unknown types are ignored, as its section 5 requires.
struct ProviderKeys: Sendable {
    private let keys: [JWK]

    /// Parses a key set.
    ///
    /// - Throws: ``IdentityFault/unavailable(_:)`` if the bytes are not a key set.
    init(_ bytes: [UInt8]) throws(IdentityFault) {
        guard let set = try? JSONDecoder().decode(KeySet.self, from: Data(bytes)) else {
            throw .unavailable("the keys are not a JWK set")
        }
        keys = set.keys.compactMap(\.key)
    }

    /// Returns the key that a token names or, if it names none, the only key of its type.
    func key(for header: TokenHeader) -> JWK? {
        let fitting = keys.filter { key in
            key.keyType == header.algorithm.keyType
                && (key.algorithm == nil || key.algorithm?.rawValue == header.algorithm.rawValue)
        }
        if let name = header.keyID { return fitting.first { $0.keyIdentifier?.string == name } }
        return fitting.count == 1 ? fitting[0] : nil
    }
}

private struct KeySet: Decodable {
    let keys: [Entry]

    /// A signing key; empty if the key is unreadable or for another use.
    struct Entry: Decodable {
        let key: JWK?

        private enum Name: String, CodingKey { case use }

        init(from decoder: any Decoder) throws {
            let use = try? decoder.container(keyedBy: Name.self).decodeIfPresent(String.self, forKey: .use)
            key = use.map { $0 == "sig" } ?? true ? try? JWK(from: decoder) : nil
        }
    }
}
