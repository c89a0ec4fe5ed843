import CivilTime
import Foundation
import Testing

@testable import OpeningHours

/// What the grammar means, moment by moment. 8 March 2027 is a Monday.
@Suite struct GrammarTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let text: String
        let date: CivilDate
        let open: String

        /// `open`: what holds over the day, as spans that are not closed; `?` marks unknown.
        init(_ text: String, _ month: Int, _ day: Int, _ open: String, year: Int = 2_027) {
            self.text = text
            date = CivilDate(year: year, month: month, day: day)
            self.open = open
        }

        var testDescription: String { "\(text) on \(date.year)-\(date.month)-\(date.day)" }
    }

    static let cases = [
        // Weekdays
        Case("Mo-Fr 08:00-18:00", 3, 8, "08:00-18:00"),
        Case("Mo-Fr 08:00-18:00", 3, 13, ""),
        Case("Fr-Mo 08:00-18:00", 3, 8, "08:00-18:00"),
        Case("Sa, Su 10:00-12:00", 3, 14, "10:00-12:00"),
        Case("Mo[2] 10:00-12:00", 3, 8, "10:00-12:00"),
        Case("Mo[1,3] 10:00-12:00", 3, 8, ""),
        Case("We[-1] 10:00-12:00", 3, 31, "10:00-12:00"),
        Case("Mo[2] +1 day 10:00-12:00", 3, 9, "10:00-12:00"),
        // Times
        Case("Mo 22:00-02:00", 3, 8, "22:00-24:00"),
        Case("Mo 22:00-02:00", 3, 9, "00:00-02:00"),
        Case("Mo 20:00-48:00", 3, 9, "00:00-24:00"),
        Case("Mo 10:00-10:00", 3, 9, "00:00-10:00"),
        Case("Mo 18:00+", 3, 8, "18:00-24:00"),
        Case("Mo 18:00+", 3, 9, "00:00-04:00?"),
        Case("Mo 10:00-14:00+", 3, 8, "10:00-14:00 14:00-24:00?"),
        Case("sunrise-sunset", 3, 8, "07:00-19:00"),
        Case("(sunrise+01:00)-(sunset-01:30)", 3, 8, "08:00-17:30"),
        // Rules
        Case("Mo-Fr 08:00-12:00; We 14:00-18:00", 3, 10, "14:00-18:00"),
        Case("Mo-Fr 08:00-12:00, We 14:00-18:00", 3, 10, "08:00-12:00 14:00-18:00"),
        Case("Mo-Fr 08:00-18:00; We 12:00-13:00 off", 3, 10, "08:00-12:00 13:00-18:00"),
        Case("Mo-Su 17:00-02:00; Tu off", 3, 9, ""),
        Case("Su-Th 12:00-23:00; Fr,Sa 12:00-01:00", 3, 14, "00:00-01:00 12:00-23:00"),
        Case("Fr,Sa 12:00-01:00; Su 12:00-23:00", 3, 14, "12:00-23:00"),
        Case("Mo 10:00-12:00 || unknown \"ask\"", 3, 8, "00:00-10:00? 10:00-12:00 12:00-24:00?"),
        Case("Mo off || Mo 10:00-12:00", 3, 8, "10:00-12:00"),
        Case("\"by appointment\"", 3, 8, "00:00-24:00?"),
        Case("Mo 10:00-12:00 \"lunch\"", 3, 8, "10:00-12:00"),
        // Dates
        Case("Apr-Sep 10:00-12:00", 3, 31, ""),
        Case("Nov-Mar 10:00-12:00", 3, 31, "10:00-12:00"),
        Case("Dec 24-Jan 6 10:00-12:00", 1, 6, "10:00-12:00"),
        Case("Dec 24,31 10:00-12:00", 12, 31, "10:00-12:00"),
        Case("Feb 29 10:00-12:00", 3, 1, ""),
        Case("2027 Mar 8-10 10:00-12:00", 3, 10, "10:00-12:00"),
        Case("2026 Dec 20-2027 Mar 8 10:00-12:00", 3, 8, "10:00-12:00"),
        Case("2026 Mar 8-10 10:00-12:00", 3, 8, ""),
        Case("Mar 8+ 10:00-12:00", 12, 31, "10:00-12:00"),
        Case("2025-2031/2 10:00-12:00", 3, 8, "10:00-12:00"),
        Case("2026+ 10:00-12:00", 3, 8, "10:00-12:00"),
        Case("easter 10:00-12:00", 3, 28, "10:00-12:00"),
        Case("easter -2 days-easter +1 day 10:00-12:00", 3, 26, "10:00-12:00"),
        Case("Mar Su[-1]-Oct Su[-1] 10:00-12:00", 3, 28, "10:00-12:00"),
        Case("Mar Su[-1]-Oct Su[-1] 10:00-12:00", 10, 31, "10:00-12:00"),
        Case("week 10 10:00-12:00", 3, 8, "10:00-12:00"),
        Case("week 50-10 10:00-12:00", 3, 8, "10:00-12:00"),
        Case("week 53 10:00-12:00", 1, 3, "10:00-12:00"),
        // Holidays: 8 March 2027 is made one
        Case("Mo-Fr 08:00-18:00; PH off", 3, 8, ""),
        Case("Mo-Fr 08:00-18:00; PH off", 3, 9, "08:00-18:00"),
        Case("PH,Su 10:00-12:00", 3, 8, "10:00-12:00"),
        Case("PH Tu-Su 10:00-12:00", 3, 8, ""),
        Case("PH +1 day 10:00-12:00", 3, 9, "10:00-12:00"),
        Case("Mo-Fr 08:00-18:00; SH off", 3, 10, ""),
        // Freedoms
        Case("mo - fr: 8:00 - 18:00 ;", 3, 8, "08:00-18:00"),
        Case("Mo–Fr\u{a0}08:00–18:00", 3, 8, "08:00-18:00"),
        Case("Mo-Fr 08:00-12:00,Sa 10:00-12:00", 3, 13, "10:00-12:00"),
    ]

    @Test(arguments: cases)
    func `a text means`(example: Case) throws {
        let holiday = CivilDate(year: 2_027, month: 3, day: 8)
        let location = LocationContext(
            zone: .gmt,
            holidays: HolidayCalendar(
                publicHolidays: [holiday],
                schoolHolidays: [CivilDate(year: 2_027, month: 3, day: 10)]))

        let schedule = try Schedule(example.text)

        #expect(schedule.spans(on: example.date, in: location) == example.open)
    }

    @Test(
        arguments: [
            ("", .empty), (" ; ;", .empty), ("Mo-Fr 10:00-12:00 x", .unexpected(at: 18)),
            ("Di-So 10:00-12:00", .unexpected(at: 0)), ("Mo 10:00", .pointInTime(at: 3)),
            ("Mo 11:130-14:00", .unexpected(at: 3)), ("Mo 10:00-49:00", .outOfRange(at: 9)),
            ("Mo 25:00-26:00", .outOfRange(at: 3)), ("week 54", .outOfRange(at: 5)),
            ("1200 Mo 10:00-12:00", .outOfRange(at: 0)), ("Mo[6]", .outOfRange(at: 3)),
            ("Mo \"x", .unclosedComment(at: 3)), ("Mo, 10:00-12:00", .additionalRuleWithoutHours(at: 2)),
            ("Mo 10:00-12:00 Tu 10:00-12:00", .unexpected(at: 15)), ("Mo 10-12", .unexpected(at: 3)),
            ("open || ", .unexpected(at: 8)), ("Mo 10:00-12:60", .outOfRange(at: 9)),
            ("\u{1F354}", .unexpected(at: 0)),
            (String(repeating: " ", count: 5_000), .tooLong),
        ] as [(String, ScheduleFault)])
    func `a fault says what and where`(text: String, fault: ScheduleFault) {
        #expect(throws: fault) { try Schedule(text) }
    }

    @Test func `an answer has the remark that decides`() throws {
        let schedule = try Schedule("Mo-Fr 11:00-14:00 \"lunch\"; Sa off \"Ruhetag\"")
        let monday = Date(timeIntervalSince1970: 1_804_507_200)  // 2027-03-08 12:00

        let answer = schedule.answer(at: monday, in: .nowhere)

        #expect(answer == .init(state: .open, comment: "lunch", until: monday + 2 * 3_600))
        #expect(schedule.answer(at: monday + 5 * 86_400, in: .nowhere).comment == "Ruhetag")
    }
}

extension Schedule {
    /// Returns the times of a day that are not closed, such as `10:00-14:00 14:00-24:00?`.
    func spans(on date: CivilDate, in location: LocationContext) -> String {
        let states = (0..<1_440).map { state(at: LocalTime(date, minute: $0), in: location) }
        var spans: [String] = []
        var start = 0
        for minute in 1...1_440 where minute == 1_440 || states[minute] != states[start] {
            if states[start] != .closed {
                let mark = states[start] == .unknown ? "?" : ""
                spans.append("\(clock(start))-\(clock(minute))\(mark)")
            }
            start = minute
        }
        return spans.joined(separator: " ")
    }

    private func clock(_ minute: Int) -> String {
        String(format: "%02d:%02d", minute / 60, minute % 60)
    }
}
