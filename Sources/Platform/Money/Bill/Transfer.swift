public import Foundation

/// An amount that one person owes another.
public struct Transfer: Hashable, Sendable {
    public let debtor: UUID
    public let creditor: UUID
    /// In minor units, above 0.
    public let amount: Int64

    public init(from debtor: UUID, to creditor: UUID, amount: Int64) {
        self.debtor = debtor
        self.creditor = creditor
        self.amount = amount
    }
}
