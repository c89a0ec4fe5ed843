import Access
import CivilTime
package import HTTPKit
import Menus
import NoonishAPI
import Postgres

/// The days of a report, both included.
package struct ReportPeriod: Hashable, Sendable {
    package let from: String
    package let to: String

    /// Days since 1970-01-01.
    var days: ClosedRange<Int> { Self.number(of: from)...Self.number(of: to) }

    /// Reads `from` and `to`: by default the last days up to today.
    ///
    /// - Throws: 422 for a period that is too long or ends before it begins.
    package init(_ query: PeriodInput, today: String) throws(Problem) {
        let to = query.to ?? today
        let last = Self.number(of: to)
        let from = query.from ?? Self.text(of: max(last - RecordLimits.daysShown + 1, Self.firstDay))
        let first = Self.number(of: from)
        guard first <= last else {
            throw .unprocessable("end_before_start", "The end is before the start.", pointer: "/to")
        }
        guard last - first < RecordLimits.days else {
            throw .unprocessable(
                "period_too_long", "A report has at most \(RecordLimits.days) days.", pointer: "/from")
        }
        (self.from, self.to) = (from, to)
    }

    /// 1 January of the year 1: the database has no year 0.
    private static let firstDay = CivilDate(year: 1, month: 1, day: 1).dayNumber

    /// - Precondition: `day` is a date.
    private static func number(of day: String) -> Int {
        let parts = day.split(separator: "-").compactMap { Int($0) }
        precondition(parts.count == 3, "the dates were validated")
        return CivilDate(year: parts[0], month: parts[1], day: parts[2]).dayNumber
    }

    private static func text(of number: Int) -> String {
        let date = CivilDate(dayNumber: number)
        return [(date.year, 4), (date.month, 2), (date.day, 2)].map { number, digits in
            String(repeating: "0", count: digits - String(number).count) + String(number)
        }.joined(separator: "-")
    }
}

/// The parameters `from` and `to` of a query.
package struct PeriodInput: Sendable {
    let from: String?
    let to: String?

    package init(_ query: inout QueryReader) {
        from = query.optional("from", .day)
        to = query.optional("to", .day)
    }
}
