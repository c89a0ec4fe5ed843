/// Why a draft is not a bill. Lines and charges are named by their index in the draft.
public enum BillFault: Error, Hashable, Sendable {
    /// A line's amount is negative.
    case negativeLine(Int)
    /// A line has no sharer, a sharer twice, a negative weight, or no weight above 0.
    case invalidSharers(line: Int)
    /// The same for a charge that names people.
    case invalidPeople(charge: Int)
    /// The kind cannot have this size, or the amount is negative.
    case invalidSize(charge: Int)
    /// The discount exceeds what it is on.
    case discountTooLarge(charge: Int, most: Int64)
    /// A difference needs the total of the receipt.
    case noReceiptTotal(charge: Int)
    /// The charge refers to a line or a rate that is not on the bill.
    case unknownScope(charge: Int)
    /// A charge leaves a person with less than nothing.
    case negativeShare(charge: Int)
    case invalidTreat(Int)
    /// There are charges but no people.
    case noPeople
    /// The amounts sum to more than ``Money/largestInput``.
    case tooLarge
}

extension BillFault: CustomStringConvertible {
    public var description: String {
        switch self {
        case .negativeLine(let line): "line \(line) has a negative amount"
        case .invalidSharers(let line): "line \(line) needs sharers with weights, each of them once"
        case .invalidPeople(let charge): "charge \(charge) needs people with weights, each of them once"
        case .invalidSize(let charge): "charge \(charge) cannot have this amount"
        case .discountTooLarge(let charge, let most):
            "charge \(charge) can take off \(most) minor units at most"
        case .noReceiptTotal(let charge): "charge \(charge) needs the total of the receipt"
        case .unknownScope(let charge): "charge \(charge) is on something that is not on the bill"
        case .negativeShare(let charge): "charge \(charge) leaves a person with less than nothing"
        case .invalidTreat(let treat): "treat \(treat) needs two people who are on the bill"
        case .noPeople: "the bill has charges but no people"
        case .tooLarge: "the amounts are too large"
        }
    }
}
