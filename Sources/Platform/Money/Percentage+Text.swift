extension Percentage {
    /// Reads a percentage as people type it: decimals after a comma or a full stop, digits of any script, with or
    /// without a percent sign.
    ///
    /// - Returns: `nil` for anything else, beyond 0 to 100, and for more than the four decimals of a part per million.
    public init?(parsing text: String) {
        var characters = AmountCharacter.characters(of: text).filter { $0 != .space }
        if characters.last == .other("%") || characters.last == .other("\u{066A}") { characters.removeLast() }
        let parts = characters.split(
            maxSplits: 1, omittingEmptySubsequences: false,
            whereSeparator: { [.fullStop, .comma, .arabicDecimal].contains($0) })
        let digits = parts.map { part in
            part.compactMap { if case .digit(let digit) = $0 { digit } else { nil } }
        }
        guard zip(parts, digits).allSatisfy({ !$0.isEmpty && $0.count == $1.count }),
            digits[0].count <= 9, parts.count == 1 || digits[1].count <= 4
        else { return nil }
        let decimals = parts.count == 1 ? [] : digits[1]
        let missing = repeatElement(UInt8(0), count: 4 - decimals.count)
        self.init(
            partsPerMillion: (digits[0] + decimals + missing).reduce(0) { $0 * 10 + Int64($1) })
    }

    /// The percentage for machines: digits, and a full stop with at most four decimals if it is not whole, such as
    /// `12.5`.
    public var decimal: String {
        let (whole, rest) = partsPerMillion.quotientAndRemainder(dividingBy: 10_000)
        guard rest > 0 else { return String(whole) }
        var decimals = String(10_000 + rest).dropFirst()
        while decimals.last == "0" { decimals.removeLast() }
        return "\(whole).\(decimals)"
    }
}
