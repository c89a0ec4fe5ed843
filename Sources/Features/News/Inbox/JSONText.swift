import Access
import Foundation
package import JSON
import Logging
import NIOCore
import NoonishAPI
import Postgres

/// Returns `value` as JSON text.
package func jsonText(_ value: some JSONEncodable) -> String {
    var writer = JSONWriter(capacity: 1_024)
    value.encode(to: &writer)
    return String(buffer: writer.finish())
}
