import Crypto
package import NIOCore

/// `"<version>.<hash of this representation>"`: names both a state of a thing and one way of showing it.
///
/// Two people see the same version of a thing differently, so a cache compares all of the tag, while who edits means
/// the version: `If-Match` looks only at what stands before the dot.
package struct EntityTag: Hashable, Sendable {
    /// What an answer's tag is made from.
    package enum Kind: Hashable, Sendable {
        /// A thing that counts its versions.
        case version(Int)
        /// Something without versions, such as a list: 0 stands before the dot.
        case content
    }

    package let version: Int
    package let hash: String

    package init(version: Int, hash: String) {
        self.version = version
        self.hash = hash
    }

    /// - Complexity: one SHA-256 over the representation; 96 bits of it are kept.
    package init(_ kind: Kind, representation: ByteBuffer) {
        let digest = representation.withUnsafeReadableBytes { SHA256.hash(data: $0) }
        switch kind {
        case .version(let number): version = number
        case .content: version = 0
        }
        hash = digest.prefix(12).map { byte in
            let digits = String(byte, radix: 16)
            return byte < 16 ? "0" + digits : digits
        }.joined()
    }
}

extension EntityTag: CustomStringConvertible {
    /// As it stands in `ETag`, with its quotes.
    package var description: String { "\"\(version).\(hash)\"" }
}
