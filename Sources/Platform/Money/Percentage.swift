/// A rate from 0 to 100 percent in whole parts per million: 25.5 % is 255,000.
public struct Percentage: Hashable, Sendable {
    public static let whole: Int64 = 1_000_000

    public let partsPerMillion: Int64

    /// - Returns: `nil` below 0 and above 1,000,000.
    public init?(partsPerMillion: Int64) {
        guard (0...Self.whole).contains(partsPerMillion) else { return nil }
        self.partsPerMillion = partsPerMillion
    }

    /// Returns this part of an amount, rounded once. Half a minor unit is rounded away from zero.
    public func of(_ amount: Int64) -> Int64 {
        amount.scaled(by: partsPerMillion, over: Self.whole)
    }

    /// Returns the tax within an amount that includes it at this rate, rounded in the same way.
    public func included(in amount: Int64) -> Int64 {
        amount.scaled(by: partsPerMillion, over: Self.whole + partsPerMillion)
    }
}
