public import Foundation
import Initializers

/// A calculated bill: every charge with its shares, which sum to it exactly.
public struct Bill: Sendable {
    public let id: UUID
    public let currency: Currency
    /// The lines first, then the taxes on top by rate, then the other charges in the order of the draft.
    public let charges: [Charge]
    /// What each person bears, by person.
    public let shares: [PersonShare]
    /// The sum of all charges, which is also that of all shares.
    public let total: Int64
    /// The tax that the prices include, for information: it is no charge.
    public let includedTaxes: [IncludedTax]
    /// How much the receipt's total is above the charges on the receipt. `nil` without a receipt's total; 0 if they
    /// agree or a difference was charged.
    public let receiptDifference: Int64?

    /// The parts of a person's share, in the order of the charges.
    public func components(of person: UUID) -> [(charge: Charge, share: ChargeShare)] {
        charges.compactMap { charge in
            charge.shares.first { $0.person == person }.map { (charge, $0) }
        }
    }
}

/// One amount on a bill, and who bears it.
public struct Charge: Sendable {
    /// Counts from 1. It enters the ``TieBreak``.
    public let number: Int
    public let kind: ChargeKind
    public let basis: ChargeBasis
    /// In minor units; negative for discounts.
    public let amount: Int64
    public let percentage: Percentage?
    public let label: String?
    /// The shares of those with a weight, by person.
    public let shares: [ChargeShare]
}

/// A person's part of a charge, and what happened to its fraction of a minor unit.
public struct ChargeShare: Hashable, Sendable {
    public let person: UUID
    public let amount: Int64
    public let fraction: Apportionment.Fraction
}

/// What a person bears of a bill.
@MemberwiseInit
public struct PersonShare: Hashable, Sendable {
    public let person: UUID
    public let amount: Int64
}

/// The tax of one rate within the prices.
public struct IncludedTax: Sendable {
    public let rate: Percentage
    public let amount: Int64
    public let shares: [ChargeShare]
}
