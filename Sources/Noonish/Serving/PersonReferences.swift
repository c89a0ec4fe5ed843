import Decisions
internal import Delivery
import Messages
import Outings
internal import People
import Postgres
package import Privacy
import Series
import Visits

extension [PersonReference] {
    /// Of all features: this is the uppermost that has tables.
    package static var all: [PersonReference] {
        PersonReference.people + PersonReference.outings + PersonReference.decisions + PersonReference.series
            + PersonReference.messages
            + PersonReference.visits + PersonReference.updates
    }
}
