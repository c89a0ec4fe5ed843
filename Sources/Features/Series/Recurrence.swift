internal import NoonishAPI
internal import OpeningHours

// The rule of a series
// ====================
// The part of RFC 5545's recurrence rules (3.3.10) that people say in a sentence: FREQ=WEEKLY with INTERVAL and BYDAY,
// FREQ=MONTHLY with INTERVAL and one BYDAY that has an ordinal, each with UNTIL, COUNT or neither; weeks begin on Monday.
// DTSTART's date is `startsOn`: nothing comes before it, intervals are counted from its week or month, and it is a date of the
// series only if the rule says so. What is skipped (EXDATE) is counted by COUNT.
//
// Dates are days on a calendar, with no clock: what instant a date begins at, `SeriesPlan` says.

/// Which days a series has: a sequence of dates, the first first.
struct Recurrence: Hashable, Sendable {
    var frequency: SeriesRule.Frequency
    /// Every so many weeks or months, from 1 on.
    var interval: Int
    /// 1 is Monday, 7 is Sunday; in order, each once, at least one; exactly one in a monthly rule.
    var weekdays: [Int]
    /// Monthly: the first to the fourth such weekday of the month; -1: the last.
    var week: Int?
    var startsOn: CivilDate
    /// The last day on which one may be.
    var endsOn: CivilDate?
    var count: Int?

    /// - Complexity: O(dates before `date`), some microseconds for years of them.
    func contains(_ date: CivilDate) -> Bool {
        first(after: CivilDate(dayNumber: date.dayNumber - 1)) == date
    }

    /// The first date later than `date`; nil if there is none.
    func first(after date: CivilDate) -> CivilDate? { first { $0.dayNumber > date.dayNumber } }
}

extension Recurrence: Sequence {
    func makeIterator() -> Iterator { Iterator(self) }

    struct Iterator: IteratorProtocol {
        private let rule: Recurrence
        /// Weeks or months since the one of `startsOn`.
        private var step = 0
        /// The dates of the present week or month that are still to come, the last first.
        private var pending: [Int] = []
        private var given = 0

        init(_ rule: Recurrence) { self.rule = rule }

        mutating func next() -> CivilDate? {
            guard given < rule.count ?? .max else { return nil }
            while pending.isEmpty {
                guard step <= SeriesLimits.longestRule else { return nil }
                pending = rule.days(ofStep: step).filter { $0 >= rule.startsOn.dayNumber }.reversed()
                step += rule.interval
            }
            guard let day = pending.popLast(), day <= rule.endsOn?.dayNumber ?? .max else { return nil }
            given += 1
            return CivilDate(dayNumber: day)
        }
    }

    /// The days of one week or month that the rule names, in order, counted from that of ``startsOn``.
    private func days(ofStep step: Int) -> [Int] {
        switch frequency {
        case .weekly:
            let monday = startsOn.dayNumber - (startsOn.weekday - 1) + 7 * step
            return weekdays.map { monday + $0 - 1 }
        case .monthly:
            let month = startsOn.year * 12 + startsOn.month - 1 + step
            let first = CivilDate(year: month / 12, month: month % 12 + 1, day: 1)
            let next = CivilDate(year: (month + 1) / 12, month: (month + 1) % 12 + 1, day: 1)
            let weekday = weekdays.first ?? 1
            guard week == -1 else {
                return [first.dayNumber + (weekday - first.weekday + 7) % 7 + 7 * ((week ?? 1) - 1)]
            }
            let last = CivilDate(dayNumber: next.dayNumber - 1)
            return [last.dayNumber - (last.weekday - weekday + 7) % 7]
        }
    }
}

extension CivilDate {
    /// 1 is Monday, 7 is Sunday. The first day of 1970 was a Thursday.
    var weekday: Int { ((dayNumber + 3) % 7 + 7) % 7 + 1 }

    /// `2027-03-11`
    var text: String {
        func digits(_ number: Int, _ count: Int) -> String {
            let text = String(number)
            return String(repeating: "0", count: Swift.max(0, count - text.count)) + text
        }
        return "\(digits(year, 4))-\(digits(month, 2))-\(digits(day, 2))"
    }

    /// Reads ``text``; nil for what no calendar shows, and for years in which nobody plans to eat.
    init?(text: String) {
        guard let parts = text.wholeMatch(of: /([0-9]{4})-([0-9]{2})-([0-9]{2})/), let year = Int(parts.1),
            let month = Int(parts.2), let day = Int(parts.3), SeriesLimits.years.contains(year),
            (1...12).contains(month), (1...31).contains(day)
        else { return nil }
        self.init(year: year, month: month, day: day)
        guard CivilDate(dayNumber: dayNumber) == self else { return nil }
    }
}
