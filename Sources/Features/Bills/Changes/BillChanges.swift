package import Journal

/// The kinds of changes of this feature.
package enum BillChanges {
    package static let kinds: [any ChangeKind.Type] = [
        TransferChange.self, TransferReminderChange.self, BillSettledChange.self, OnlinePaymentChange.self,
        TransferOrphanedChange.self,
    ]
}
