import Foundation
package import JSON
import NIOCore
package import Postgres

extension JSONB {
    /// Creates a document from the JSON encoding of `value`.
    package init(_ value: some JSONEncodable) {
        var writer = JSONWriter()
        value.encode(to: &writer)
        self.init(text: String(buffer: writer.finish()))
    }

    /// The document; `nil` if the strict parser rejects it.
    package var value: JSONValue? { try? JSONValue(parsing: text) }
}
