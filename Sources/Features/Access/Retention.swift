package import Foundation
package import JSON
package import Postgres

/// How long something is kept, and what removes it then. The worker that removes and the page that tells people read the
/// same list, so neither can say what the other does not do.
package struct Retention: Sendable {
    /// A word of ours, which the page has a sentence for.
    package let what: String
    package let kept: Duration
    /// Removes what has had its time by this moment; nil is the database's clock. Nil where another worker does that.
    package let removal: (@Sendable (Date?) -> Command)?

    package init(_ what: String, _ kept: Duration, removal: (@Sendable (Date?) -> Command)? = nil) {
        self.what = what
        self.kept = kept
        self.removal = removal
    }
}

extension Retention: JSONEncodable {
    package func encode(to writer: inout JSONWriter) {
        writer.object {
            $0.field("what", what)
            $0.field("seconds", Int(kept.components.seconds))
        }
    }
}
