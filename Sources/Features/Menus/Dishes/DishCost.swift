/// A price with its currency as one number, by which the index compares prices of one currency: the three letters of the
/// currency in the upper bits, the amount in minor units in the lower.
enum DishCost {
    private static let amountBits = 48
    private static let letterBits = 5

    /// - Precondition: `currency` has three letters from A to Z.
    static func number(_ minor: Int, _ currency: String) -> UInt64 {
        let letters = currency.utf8.reduce(0) { $0 << letterBits | UInt64($1 - UInt8(ascii: "A")) }
        return letters << amountBits | UInt64(clamping: minor)
    }

    /// Returns the costs in a currency.
    ///
    /// - Parameter highest: The highest price, in minor units; `nil` for any.
    static func range(upTo highest: Int?, _ currency: String) -> ClosedRange<UInt64> {
        number(0, currency)...number(highest ?? 1 << amountBits - 1, currency)
    }

    static func currency(of number: UInt64) -> String {
        let letters = number >> amountBits
        let bytes = [2, 1, 0].map { UInt8(letters >> ($0 * letterBits) & 0x1F) + UInt8(ascii: "A") }
        return String(decoding: bytes, as: UTF8.self)
    }
}
