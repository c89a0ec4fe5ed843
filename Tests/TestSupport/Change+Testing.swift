import Bills
import Decisions
package import JSON
package import Journal
import Messages
package import NoonishAPI
import Orders
package import Outings
import Series

extension ChangeRegistry {
    /// The kinds of all features, as the program has them.
    package static let all = ChangeRegistry(
        OutingChanges.kinds + DecisionChanges.kinds + MessageChanges.kinds + SeriesChanges.kinds
            + BillChanges.kinds + OrderChanges.kinds)
}

extension Change {
    /// Reads a stored change of any feature.
    package init?(_ value: JSONValue) {
        guard let change = ChangeRegistry.all.change(value) else { return nil }
        self = change
    }

    /// Returns the news for `person`, whose answer is `answer`.
    package static func news(
        for person: PersonID, answer: Outings.Answer?, settled: Set<ChangeSubject> = [],
        changes: [RecordedChange]
    ) -> [Change] {
        changes.news(for: NewsReader(person, answer?.standing, settled: settled))
    }

    package static func diff(_ old: OutingState, _ new: OutingState) -> [Change] { old.changes(to: new) }

    package static func apply(_ changes: [Change], to state: OutingState) -> OutingState {
        state.applying(changes)
    }
}
