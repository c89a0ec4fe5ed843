internal import Access
internal import Foundation
internal import JSON
internal import NIOCore

/// The parts of a stored mail that are encrypted, because they carry codes and links.
struct MailBody: JSONCodable {
    let text: String
    let html: String?
    /// The calendar part (iCalendar, RFC 5545).
    let calendar: String?

    init(text: String, html: String?, calendar: String? = nil) {
        self.text = text
        self.html = html
        self.calendar = calendar
    }

    init(from reader: inout JSONReader) throws(JSONFault) {
        let read = try reader.members()
        try self.init(
            text: read("text"), html: read.optional("html"), calendar: read.optional("calendar"))
    }

    func encode(to writer: inout JSONWriter) {
        writer.object {
            $0.field("text", text)
            $0.field("html", html)
            $0.field("calendar", calendar)
        }
    }

    /// Returns the body of the mail `id` as it is stored.
    func sealed(_ key: SecretKey, for id: UUID) throws -> [UInt8] {
        var writer = JSONWriter()
        encode(to: &writer)
        return try key.seal(Array(writer.finish().readableBytesView), Self.purpose, owner: id.canonicalText)
    }

    /// Decrypts what ``sealed(_:for:)`` returned.
    ///
    /// - Returns: `nil` if it was encrypted with another key or for another mail.
    init?(sealed: [UInt8], _ key: SecretKey, for id: UUID) {
        guard let bytes = key.open(sealed, Self.purpose, owner: id.canonicalText),
            let body = try? MailBody(parsing: ByteBuffer(bytes: bytes))
        else { return nil }
        self = body
    }

    private static let purpose = "mail"
}
