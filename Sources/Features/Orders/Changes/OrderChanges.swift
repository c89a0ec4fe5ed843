package import Journal

/// The kinds of changes of this feature.
package enum OrderChanges {
    package static let kinds: [any ChangeKind.Type] = [
        OrderChange.self, OrderWantedChange.self, OrderLineChange.self, OrderPriceChange.self,
        OrderDueChange.self, OrderCoordinatorChange.self, OrderLineGivenChange.self,
        OrderLineGoneChange.self, OrderPortionsChange.self, OrderRejectionChange.self,
        OrderRepetitionChange.self, OrderNotPlacedChange.self, OrderDeadlineChange.self,
        OrderUnansweredChange.self,
    ]
}
