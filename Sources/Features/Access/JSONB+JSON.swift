internal import Foundation
package import JSON
internal import NIOCore
package import Postgres

extension JSONB {
    /// What `value` writes.
    package init(_ value: some JSONEncodable) {
        var writer = JSONWriter()
        value.encode(to: &writer)
        self.init(text: String(buffer: writer.finish()))
    }

    /// The document; nil if the strict reader refuses it.
    package var value: JSONValue? { try? JSONValue(parsing: text) }
}
