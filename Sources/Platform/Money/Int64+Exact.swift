/// Exact arithmetic on minor units.
extension Int64 {
    func added(to other: Int64) throws(MoneyFault) -> Int64 {
        let (sum, overflow) = addingReportingOverflow(other)
        guard !overflow else { throw .overflow }
        return sum
    }

    func multiplied(by other: Int64) throws(MoneyFault) -> Int64 {
        let (product, overflow) = multipliedReportingOverflow(by: other)
        guard !overflow else { throw .overflow }
        return product
    }

    /// Returns the nearest multiple of `step`; half a step is rounded away from zero.
    func rounded(toMultipleOf step: Int64) throws(MoneyFault) -> Int64 {
        guard step > 0 else { throw .invalidWeights }
        let (steps, rest) = quotientAndRemainder(dividingBy: step)
        let isUp = rest.magnitude >= step.magnitude - rest.magnitude
        return try (steps + (isUp ? signum() : 0)).multiplied(by: step)
    }

    /// Returns this number times `numerator` / `denominator`. A half is rounded away from zero.
    ///
    /// - Precondition: 0 <= `numerator` <= `denominator` and 0 < `denominator`, so the result always fits.
    func scaled(by numerator: Int64, over denominator: Int64) -> Int64 {
        let product = magnitude.multipliedFullWidth(by: numerator.magnitude)
        let (quotient, rest) = denominator.magnitude.dividingFullWidth(product)
        let rounded = Int64(
            truncatingIfNeeded: rest >= denominator.magnitude - rest ? quotient + 1 : quotient)
        return self < 0 ? 0 &- rounded : rounded
    }
}

extension Sequence<Int64> {
    func exactSum() throws(MoneyFault) -> Int64 {
        var sum: Int64 = 0
        for number in self { sum = try sum.added(to: number) }
        return sum
    }
}
