import Crypto
import Encoding
import Initializers
package import NIOCore

/// An entity tag `"<version>.<hash>"`, which identifies both a version of a resource and one representation
/// of it.
///
/// Two users see different representations of the same version. A cache therefore compares the whole tag,
/// whereas an edit refers to the version: `If-Match` compares only the part before the dot.
@MemberwiseInit
package struct EntityTag: Hashable, Sendable {
    /// The source of the version part of a tag.
    package enum Kind: Hashable, Sendable {
        /// A resource that counts its versions.
        case version(Int)
        /// A resource without versions, such as a list: the version part is 0.
        case content
    }

    package let version: Int
    package let hash: String

    /// Creates the tag of a representation.
    ///
    /// - Complexity: One SHA-256 over the representation, of which 96 bits are kept.
    package init(_ kind: Kind, representation: ByteBuffer) {
        let digest = representation.withUnsafeReadableBytes { SHA256.hash(data: $0) }
        switch kind {
        case .version(let number): version = number
        case .content: version = 0
        }
        hash = Hexadecimal.encode(digest.prefix(12))
    }
}

extension EntityTag: CustomStringConvertible {
    /// The tag without quotes, as conditions are read.
    package var unquoted: String { "\(version).\(hash)" }

    /// The value of `ETag`, including the quotes.
    package var description: String { "\"\(unquoted)\"" }
}
