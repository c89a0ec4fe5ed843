package import HTTPKit
package import Hummingbird
package import JSON
import NoonishAPI

extension ParameterReader {
    /// Reads `limit`, the size of a page.
    package mutating func limit(default standard: Int = PageLimits.standard) -> Int {
        optional("limit", .integer(1...PageLimits.maximum), default: standard)
    }

    /// Reads `cursor`, which is `next` of the page before; `nil` for the first page.
    package mutating func cursor<Cursor: Sendable>(
        _ parse: @escaping @Sendable (String) -> Cursor?
    ) -> Cursor? {
        optional("cursor", .parsed("a cursor from next", code: "malformed_cursor", parse))
    }

    /// Accepts the `limit` that clients send to every list, and no other parameter.
    package func finishWholeList() throws(Problem) {
        var query = self
        _ = query.limit()
        try query.finish()
    }
}

extension Call {
    /// Returns a page of a list with the address of the next page.
    ///
    /// - Parameter cursor: Returns what the page after an item begins with.
    package func page<Item: JSONEncodable & Sendable>(
        _ items: [Item], isLast: Bool, cursor: (Item) -> String
    ) -> Response {
        let next = isLast ? nil : items.last.map(cursor)
        return .json(.ok, Page(items: items, next: next), etag: .content, headers: link(toNext: next))
    }

    /// Reads a body with at most `preview`: whether to return what the request would do, without doing it.
    package func isPreview() async throws -> Bool {
        var body = try await bodyOrEmpty()
        let isPreview = body.optional("preview", .boolean) ?? false
        try body.finish()
        return isPreview
    }
}
