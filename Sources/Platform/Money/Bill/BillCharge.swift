public import Foundation

/// What comes on top of the lines of a bill: its kind, its size, and who bears it.
public struct BillCharge: Sendable {
    public enum Size: Hashable, Sendable {
        /// An amount in minor units. Discounts are given as positive amounts. Only a difference may be negative.
        case amount(Int64)
        /// A part of the values in the basis, or of all lines if people share it by heads or by name.
        case percentage(Percentage)
        /// Whatever the total of the receipt is above or below the charges so far: for differences.
        case receiptDifference
        /// Rounds the total so far to a multiple of the smallest coin: for rounding.
        case cashStep(Int64)
    }

    public enum Basis: Hashable, Sendable {
        /// By what each person has ordered of the scope. For differences: by what each bears so far.
        case value(Scope)
        /// Equally among those who eat; visitors count for the person who ordered for them.
        case heads
        /// By what each person has ordered at a rate of tax on top.
        case taxable(Percentage)
        /// By weights. If each person names their own tip, these are the weights and their sum is the amount.
        case named([Sharer])
    }

    /// What a discount or a percentage refers to.
    public enum Scope: Hashable, Sendable {
        case everything
        /// Indexes of lines.
        case lines(Set<Int>)
        case people(Set<UUID>)
    }

    public var kind: ChargeKind
    public var size: Size
    public var basis: Basis
    /// Whether a percentage is of the value without the discounts so far.
    public var isBeforeDiscounts: Bool
    /// Whether the total of the receipt includes the charge. A tip often is not on it.
    public var isOnReceipt: Bool
    public var label: String?

    public init(
        _ kind: ChargeKind, _ size: Size, by basis: Basis = .value(.everything),
        isBeforeDiscounts: Bool = false,
        isOnReceipt: Bool = true, label: String? = nil
    ) {
        self.kind = kind
        self.size = size
        self.basis = basis
        self.isBeforeDiscounts = isBeforeDiscounts
        self.isOnReceipt = isOnReceipt
        self.label = label
    }
}

/// What a charge is for.
public enum ChargeKind: String, CaseIterable, Hashable, Sendable {
    case items, tax, service, delivery, tip, discount, difference, rounding
}

/// How a charge is shared, by its name.
public enum ChargeBasis: String, CaseIterable, Hashable, Sendable {
    case own, taxable, value, heads, named
}
