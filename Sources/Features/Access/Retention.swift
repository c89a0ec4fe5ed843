package import Foundation
import Initializers
package import JSON
package import Postgres

/// The retention period of a kind of data, and the command that deletes it afterwards. The deleting worker
/// and the privacy page use the same list, so they cannot disagree.
@MemberwiseInit(unlabeled: 2)
package struct Retention: Sendable {
    /// The key of the data's description on the privacy page.
    package let what: String
    package let kept: Duration
    /// Creates the command that deletes data past its retention at a given time; `nil` as the time means the
    /// database's clock. The property is `nil` if another worker deletes the data.
    package var removal: (@Sendable (Date?) -> Command)? = nil
}

extension Retention: JSONEncodable {
    package func encode(to writer: inout JSONWriter) {
        writer.object {
            $0.field("what", what)
            $0.field("seconds", Int(kept.components.seconds))
        }
    }
}
