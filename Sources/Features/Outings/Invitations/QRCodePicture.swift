import HTTPTypes
package import Hummingbird
import NIOCore
package import QRCodes

/// QR codes as responses.
package enum QRCodePicture {
    package static let mediaType = "image/svg+xml"
}

extension Response {
    /// A code as an SVG picture. No cache may keep it, because anyone who has it can use the link or pay.
    package static func picture(of code: QRCode, emblem: QRCode.Emblem? = nil) -> Response {
        Response(
            status: .ok, headers: [.contentType: QRCodePicture.mediaType, .cacheControl: "no-store"],
            body: .init(byteBuffer: ByteBuffer(string: code.svg(emblem: emblem))))
    }

    package static func picture(ofLink url: String) throws -> Response {
        .picture(of: try QRCode(Array(url.utf8)))
    }
}
