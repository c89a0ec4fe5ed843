import Foundation

/// A filter that words of a search text stand for, such as "open now", "cheap" or "lunch".
struct SearchFilter: Hashable, Sendable {
    let id: String
    /// Whether it leaves only places that are open.
    var isOpen = false
    /// The prices that it leaves; empty for any.
    var prices: Set<Int> = []
    /// The time of day at which places must be open.
    var hours: DayHours?

    /// Whether it narrows a search. The other filters are words without a meaning, such as "something".
    var hasEffect: Bool { isOpen || !prices.isEmpty || hours != nil }
}

/// A part of the day, such as lunch time. Bounds are in **minutes** after midnight.
struct DayHours: Hashable, Sendable {
    let from: Int
    let until: Int

    /// Parses `11:30-14:00`.
    init?(_ text: String) {
        let bounds = text.split(separator: "-").map { bound -> Int? in
            let parts = bound.split(separator: ":").map { Int($0) }
            guard parts.count == 2, let hour = parts[0], let minute = parts[1],
                (0...23).contains(hour), (0...59).contains(minute)
            else { return nil }
            return hour * 60 + minute
        }
        guard bounds.count == 2, let from = bounds[0], let until = bounds[1], from < until else { return nil }
        (self.from, self.until) = (from, until)
    }

    /// Returns `now` during these hours, and otherwise the next time they begin.
    func next(from now: Date, in zone: TimeZone) -> Date {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        let time = calendar.dateComponents([.hour, .minute], from: now)
        if (from..<until).contains((time.hour ?? 0) * 60 + (time.minute ?? 0)) { return now }
        let begin = DateComponents(hour: from / 60, minute: from % 60, second: 0)
        return calendar.nextDate(after: now, matching: begin, matchingPolicy: .nextTime) ?? now
    }
}
