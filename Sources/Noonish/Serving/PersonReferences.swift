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
    /// References to people in the tables of all modules; this is the only module that imports them all.
    package static var all: [PersonReference] {
        PersonReference.people + PersonReference.outings + PersonReference.decisions + PersonReference.series
            + PersonReference.messages
            + PersonReference.visits + PersonReference.updates
    }
}
