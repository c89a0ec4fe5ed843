public import Foundation
import Initializers

/// What a bill is calculated from.
@MemberwiseInit
public struct BillDraft: Sendable {
    /// The identifier of the order. It enters the ``TieBreak`` and the checksum.
    public var id: UUID
    public var currency: Currency
    /// What was served. Every line is a charge by itself.
    public var lines: [BillLine]
    /// What comes on top, in the order of the receipt: a percentage and a difference refer to what stands before them.
    public var charges: [BillCharge] = []
    /// The total as typed from the receipt, in minor units.
    public var receiptTotal: Int64? = nil
    /// The pairs of host and guest: a host pays the guest's share.
    public var treats: [BillTreat] = []
}

/// One dish or drink of a bill, with its quantity.
@MemberwiseInit
public struct BillLine: Sendable {
    /// The line's total in minor units, as delivered.
    public var amount: Int64
    /// The people who share the line, with their weights: usually one person.
    public var sharers: [Sharer]
    /// The name of a visitor for whom the only sharer ordered. Visitors count as heads of their own.
    public var visitor: String? = nil
    public var tax: LineTax? = nil

    public init(_ amount: Int64, of person: UUID, visitor: String? = nil, tax: LineTax? = nil) {
        self.init(amount: amount, sharers: [Sharer(person, weight: 1)], visitor: visitor, tax: tax)
    }
}

/// The tax of a line, and whether the line's price includes it.
@MemberwiseInit(unlabeled: 1)
public struct LineTax: Hashable, Sendable {
    public var rate: Percentage
    public var isIncluded: Bool
}

/// A person and their weight among those who share something.
@MemberwiseInit(unlabeled: 1)
public struct Sharer: Hashable, Sendable {
    public var person: UUID
    /// At least 0.
    public var weight: Int64
}

/// A host pays the whole share of a guest.
@MemberwiseInit
public struct BillTreat: Hashable, Sendable {
    public var host: UUID
    public var guest: UUID
}
