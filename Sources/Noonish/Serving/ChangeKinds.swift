import Bills
import Decisions
import Journal
import Messages
import Orders
import Outings
import Series

extension ChangeRegistry {
    /// The kinds of changes of all features.
    static let all = ChangeRegistry(
        OutingChanges.kinds + DecisionChanges.kinds + MessageChanges.kinds + SeriesChanges.kinds
            + BillChanges.kinds + OrderChanges.kinds)
}
