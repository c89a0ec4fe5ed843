import HTTPKit
import HTTPTypes
package import Hummingbird
import NIOCore
package import Postgres

/// A picture of one size that everyone can see.
@Row
package struct PublicPicture: PostgresRow {
    let tag: String
    let bytes: [UInt8]

    /// Creates the response. Caches can keep it for ever if its address names the picture's version.
    ///
    /// - Parameters:
    ///   - size: What the picture was asked for by.
    ///   - version: The version that the address names.
    package func response(size: String, version: String?) -> Response {
        Response(
            status: .ok,
            headers: [
                .contentType: "image/webp",
                .cacheControl: version == tag
                    ? "public, max-age=31536000, immutable" : "public, max-age=60",
                .eTag: EntityTag(version: 0, hash: "\(tag)\(size)").description,
            ],
            body: .init(byteBuffer: ByteBuffer(bytes: bytes)))
    }
}
