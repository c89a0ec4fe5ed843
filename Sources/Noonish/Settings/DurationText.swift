/// Durations in the form used by settings: a whole number and a unit.
enum DurationText {
    /// Longest first, so that a duration is written in the largest unit that divides it.
    private static let units: [(suffix: String, milliseconds: Int64)] = [
        ("d", 86_400_000), ("h", 3_600_000), ("m", 60_000), ("s", 1_000), ("ms", 1),
    ]

    /// Parses `250ms`, `2s`, `30m`, `12h` or `7d`; `nil` for anything else, including a bare number.
    static func parse(_ text: String) -> Duration? {
        let digits = text.prefix { ("0"..."9").contains($0) }
        guard digits.count <= 12, let count = Int64(digits) else { return nil }
        let suffix = text.dropFirst(digits.count)
        guard let unit = units.first(where: { $0.suffix == suffix }) else { return nil }
        let (milliseconds, overflow) = count.multipliedReportingOverflow(by: unit.milliseconds)
        return overflow ? nil : .milliseconds(milliseconds)
    }

    /// Returns the shortest form of `duration`, exact to the millisecond.
    static func write(_ duration: Duration) -> String {
        let (seconds, attoseconds) = duration.components
        let milliseconds = seconds * 1_000 + attoseconds / 1_000_000_000_000_000
        guard milliseconds != 0 else { return "0s" }
        let unit = units.first { milliseconds % $0.milliseconds == 0 } ?? ("ms", 1)
        return "\(milliseconds / unit.milliseconds)\(unit.suffix)"
    }
}
