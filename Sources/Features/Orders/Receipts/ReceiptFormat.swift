import HTTPTypes
import Hummingbird
import NIOCore

/// What a receipt is sent as.
enum ReceiptFormat: String, Sendable, CaseIterable {
    case json, csv
}

extension Response {
    /// A table to store as a file.
    static func csv(_ text: String, name: String) -> Response {
        Response(
            status: .ok,
            headers: [
                .contentType: "text/csv; charset=utf-8", .cacheControl: "no-store",
                .contentDisposition: "attachment; filename=\"\(name).csv\"",
            ], body: .init(byteBuffer: ByteBuffer(string: text)))
    }
}
