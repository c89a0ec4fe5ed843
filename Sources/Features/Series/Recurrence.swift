import CivilTime
import NoonishAPI
import OpeningHours

// The recurrence rule of a series
// ===============================
// The part of RFC 5545's recurrence rules (3.3.10) that fits in one sentence: FREQ=WEEKLY with INTERVAL and
// BYDAY, or FREQ=MONTHLY with INTERVAL and one BYDAY that has an ordinal; either with UNTIL, COUNT or
// neither. Weeks begin on Monday. The date of DTSTART is `startsOn`: no date precedes it, intervals are
// counted from its week or month, and it belongs to the series only if the rule matches it. COUNT includes
// skipped dates (EXDATE).
//
// Dates are calendar days without a time of day; `SeriesPlan` converts them to instants.

/// The rule that determines the dates of a series, as a sequence in chronological order.
struct Recurrence: Hashable, Sendable {
    var frequency: SeriesRule.Frequency
    /// The number of weeks or months between occurrences, at least 1.
    var interval: Int
    /// Weekdays from 1 (Monday) to 7 (Sunday), sorted and without duplicates; at least one, and exactly one
    /// in a monthly rule.
    var weekdays: [Int]
    /// Which such weekday of the month a monthly rule means: 1 to 4, or -1 for the last.
    var week: Int?
    var startsOn: CivilDate
    /// The last day on which a date may fall.
    var endsOn: CivilDate?
    var count: Int?

    /// Checks whether the rule matches `date`.
    ///
    /// - Complexity: O(n) in the number of dates before `date`; a few microseconds for years of dates.
    func contains(_ date: CivilDate) -> Bool {
        first(after: CivilDate(dayNumber: date.dayNumber - 1)) == date
    }

    /// Returns the first date later than `date`, or `nil` if there is none.
    func first(after date: CivilDate) -> CivilDate? { first { $0.dayNumber > date.dayNumber } }
}

extension Recurrence: Sequence {
    func makeIterator() -> Iterator { Iterator(self) }

    struct Iterator: IteratorProtocol {
        private let rule: Recurrence
        /// Weeks or months since the week or month of `startsOn`.
        private var step = 0
        /// The remaining dates of the current week or month, latest first.
        private var pending: [Int] = []
        private var given = 0

        init(_ rule: Recurrence) { self.rule = rule }

        mutating func next() -> CivilDate? {
            guard given < rule.count ?? .max else { return nil }
            while pending.isEmpty {
                guard step <= SeriesLimits.maximumRuleSteps else { return nil }
                pending = rule.days(ofStep: step).filter { $0 >= rule.startsOn.dayNumber }.reversed()
                step += rule.interval
            }
            guard let day = pending.popLast(), day <= rule.endsOn?.dayNumber ?? .max else { return nil }
            given += 1
            return CivilDate(dayNumber: day)
        }
    }

    /// Returns the days that the rule matches in one week or month, in order.
    ///
    /// - Parameter step: The number of weeks or months since that of ``startsOn``.
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
    /// From 1 (Monday) to 7 (Sunday). 1970-01-01 was a Thursday.
    var weekday: Int { ((dayNumber + 3) % 7 + 7) % 7 + 1 }

    /// An ISO 8601 date such as `2027-03-11`.
    var text: String {
        func digits(_ number: Int, _ count: Int) -> String {
            let text = String(number)
            return String(repeating: "0", count: Swift.max(0, count - text.count)) + text
        }
        return "\(digits(year, 4))-\(digits(month, 2))-\(digits(day, 2))"
    }

    /// Parses ``text``. Returns `nil` for days that do not exist and for years outside these, by default those of a series.
    init?(text: String, years: ClosedRange<Int> = SeriesLimits.years) {
        guard let parts = text.wholeMatch(of: /([0-9]{4})-([0-9]{2})-([0-9]{2})/), let year = Int(parts.1),
            let month = Int(parts.2), let day = Int(parts.3), years.contains(year),
            (1...12).contains(month), (1...31).contains(day)
        else { return nil }
        self.init(year: year, month: month, day: day)
        guard CivilDate(dayNumber: dayNumber) == self else { return nil }
    }
}
