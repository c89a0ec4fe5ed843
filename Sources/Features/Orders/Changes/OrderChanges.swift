import JSON
package import Journal
import NoonishAPI

/// The kinds of changes of this feature.
package enum OrderChanges {
    package static let kinds: [any ChangeKind.Type] = [
        OrderChange.self, OrderWantedChange.self, OrderLineChange.self, OrderPriceChange.self,
        OrderDueChange.self, OrderCoordinatorChange.self, OrderLineGivenChange.self,
        OrderLineGoneChange.self, OrderPortionsChange.self, OrderRejectionChange.self,
    ]
}

extension [PersonID] {
    /// Reads a list of people; empty for anything else.
    init(stored value: JSONValue) {
        guard case .array(let people) = value else {
            self = []
            return
        }
        self = people.compactMap { String(stored: $0).flatMap { PersonID($0) } }
    }
}
