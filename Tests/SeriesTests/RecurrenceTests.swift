import CivilTime
import Foundation
import NoonishAPI
import OpeningHours
import Outings
import TestSupport
import Testing

@testable import Series

@Suite struct `A recurrence` {
    private static func date(_ text: String) throws -> CivilDate { try #require(CivilDate(text: text)) }

    private static func dates(_ rule: Recurrence, _ count: Int = 5) -> [String] {
        rule.prefix(count).map(\.text)
    }

    private static func weekly(
        _ weekdays: [Int], from start: String, every interval: Int = 1, until end: String? = nil,
        count: Int? = nil
    ) throws -> Recurrence {
        Recurrence(
            frequency: .weekly, interval: interval, weekdays: weekdays, startsOn: try date(start),
            endsOn: try end.map(date), count: count)
    }

    private static func monthly(
        _ weekday: Int, week: Int, from start: String, every interval: Int = 1
    ) throws -> Recurrence {
        Recurrence(
            frequency: .monthly, interval: interval, weekdays: [weekday], week: week,
            startsOn: try date(start))
    }

    @Test func `comes every week on its days, from its start on`() throws {
        #expect(
            Self.dates(try Self.weekly([4], from: "2027-03-10")) == [
                "2027-03-11", "2027-03-18", "2027-03-25", "2027-04-01", "2027-04-08",
            ])
        #expect(
            Self.dates(try Self.weekly([1, 4], from: "2027-03-11")) == [
                "2027-03-11", "2027-03-15", "2027-03-18", "2027-03-22", "2027-03-25",
            ])
    }

    @Test func `counts every second week from the week of its start`() throws {
        #expect(
            Self.dates(try Self.weekly([1, 7], from: "2027-03-14", every: 2), 4) == [
                "2027-03-14", "2027-03-22", "2027-03-28", "2027-04-05",
            ])
    }

    @Test func `comes on one weekday of the month, counted from its begin or from its end`() throws {
        #expect(
            Self.dates(try Self.monthly(2, week: 2, from: "2027-03-10"), 3) == [
                "2027-04-13", "2027-05-11", "2027-06-08",
            ])
        #expect(
            Self.dates(try Self.monthly(7, week: -1, from: "2027-11-30", every: 3), 3) == [
                "2028-02-27", "2028-05-28", "2028-08-27",
            ])
    }

    @Test func `ends on its last day, after its count, or after two centuries`() throws {
        #expect(
            Self.dates(try Self.weekly([4], from: "2027-03-11", until: "2027-03-25")) == [
                "2027-03-11", "2027-03-18", "2027-03-25",
            ])
        #expect(Array(try Self.weekly([4], from: "2027-03-11", count: 40)).count == 40)
        #expect(Array(try Self.weekly([4], from: "2199-12-01")).count > 10_000)
    }

    @Test func `returns its dates and the next one`() throws {
        let rule = try Self.weekly([4], from: "2027-03-11", count: 2)

        #expect(rule.contains(try Self.date("2027-03-18")))
        #expect(!rule.contains(try Self.date("2027-03-17")))
        #expect(!rule.contains(try Self.date("2027-03-25")))
        #expect(rule.first(after: try Self.date("2027-03-11"))?.text == "2027-03-18")
        #expect(rule.first(after: try Self.date("2027-03-18")) == nil)
    }

    @Test(arguments: ["2027-02-29", "2027-3-11", "1999-01-01", "2200-01-01", "2027-00-10", "soon", ""])
    func `refuses dates that do not exist`(text: String) {
        #expect(CivilDate(text: text) == nil)
    }

    // One rule as the judge reads it, and what the judge says of it.
    private struct Question: Encodable {
        let frequency: String
        let interval: Int
        let weekdays: [Int]
        let week: Int?
        let startsOn: String
        let endsOn: String?
        let count: Int?
        let zone: String
        let clock: Int
        let limit = 60

        enum CodingKeys: CodingKey {
            case frequency, interval, weekdays, week, startsOn, endsOn, count, zone, clock, limit
        }

        // The judge asks for every member, so that what is missing is null.
        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(frequency, forKey: .frequency)
            try container.encode(interval, forKey: .interval)
            try container.encode(weekdays, forKey: .weekdays)
            try container.encode(week, forKey: .week)
            try container.encode(startsOn, forKey: .startsOn)
            try container.encode(endsOn, forKey: .endsOn)
            try container.encode(count, forKey: .count)
            try container.encode(zone, forKey: .zone)
            try container.encode(clock, forKey: .clock)
            try container.encode(limit, forKey: .limit)
        }
    }

    /// Where clocks change at midnight, by half an hour, on the other side of the year, skipped a day, or never do.
    private static let zones = [
        "Europe/Helsinki", "America/New_York", "Australia/Lord_Howe", "America/Santiago", "Asia/Beirut",
        "Asia/Kolkata", "Pacific/Apia", "UTC",
    ]

    private static func plan(_ chance: inout SystemRandomNumberGenerator) -> SeriesPlan {
        let start = CivilDate(dayNumber: Int.random(in: 14_000...23_000, using: &chance))
        let isMonthly = Bool.random(using: &chance)
        let weekdays =
            isMonthly
            ? [Int.random(in: 1...7, using: &chance)]
            : Array((1...7).shuffled(using: &chance).prefix(Int.random(in: 1...7, using: &chance))).sorted()
        let ends = Int.random(in: 0...2, using: &chance)
        let rule = Recurrence(
            frequency: isMonthly ? .monthly : .weekly, interval: Int.random(in: 1...6, using: &chance),
            weekdays: weekdays, week: isMonthly ? [-1, 1, 2, 3, 4].randomElement(using: &chance) : nil,
            startsOn: start,
            endsOn: ends == 1
                ? CivilDate(dayNumber: start.dayNumber + Int.random(in: 0...900, using: &chance)) : nil,
            count: ends == 2 ? Int.random(in: 1...80, using: &chance) : nil)
        // Clocks change at night: half of the times are there.
        let clock = Bool.random(using: &chance) ? Int.random(in: 0...239, using: &chance) : 750
        return SeriesPlan(
            template: OutingState(title: "Lunch", zone: zones.randomElement(using: &chance) ?? "UTC"),
            startMinute: clock, rule: rule)
    }

    @Test func `has the dates and instants of an independent implementation of RFC 5545`() async throws {
        var chance = SystemRandomNumberGenerator()
        let plans = (0..<400).map { _ in Self.plan(&chance) }
        let questions = plans.map { plan in
            Question(
                frequency: plan.rule.frequency.rawValue, interval: plan.rule.interval,
                weekdays: plan.rule.weekdays.map { $0 - 1 }, week: plan.rule.week,
                startsOn: plan.rule.startsOn.text, endsOn: plan.rule.endsOn?.text, count: plan.rule.count,
                zone: plan.zone, clock: plan.startMinute)
        }
        let file = FileManager.default.temporaryDirectory.appending(path: "rules-\(UUID().uuidString).json")
        try JSONEncoder().encode(questions).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let judge = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "Servers/recurrence_judge.py").path
        let python = "${NOONISH_TEST_PYTHON:?names a python with Tests/requirements.txt}"

        let said = try await Shell.run("exec \"\(python)\" '\(judge)' '\(file.path)'")
        let verdicts = try JSONDecoder().decode([[Verdict]].self, from: Data(said.utf8))

        #expect(verdicts.count == plans.count)
        var shifted = 0
        for (plan, verdict) in zip(plans, verdicts) {
            let own = plan.rule.prefix(60).map { date in
                let time = plan.time(on: date)
                if let time, time.startsAt.wall.clock != Self.clock(plan.startMinute) { shifted += 1 }
                return Verdict(
                    date: date.text, instant: Int(time?.startsAt.instant.timeIntervalSince1970 ?? 0))
            }
            #expect(own == verdict, "\(plan)")
        }
        print(
            "recurrence: \(plans.count) rules, \(verdicts.joined().count) dates, \(shifted) of them in a gap")
    }

    private struct Verdict: Decodable, Equatable {
        let date: String
        let instant: Int

        init(date: String, instant: Int) {
            self.date = date
            self.instant = instant
        }

        init(from decoder: any Decoder) throws {
            var pair = try decoder.unkeyedContainer()
            date = try pair.decode(String.self)
            instant = try pair.decode(Int.self)
        }
    }

    private static func clock(_ minutes: Int) -> String {
        let text = String(minutes / 60 * 100 + minutes % 60)
        let digits = String(repeating: "0", count: 4 - text.count) + text
        return "\(digits.prefix(2)):\(digits.suffix(2))"
    }

    @Test func `keeps its wall time when the clocks change, shifts out of a gap, and takes the first of two`()
        throws
    {
        // Clocks go forward on 28 March 2100 at 3:00 in Helsinki, and back on 31 October at 4:00.
        var plan = SeriesPlan(
            template: OutingState(title: "Lunch", zone: "Europe/Helsinki"), startMinute: 750, minutes: 60,
            rule: try Self.weekly([7], from: "2100-03-21"))
        func starts(_ date: String) throws -> String? { plan.time(on: try Self.date(date))?.startsAt.text }

        #expect(try starts("2100-03-21") == "2100-03-21T12:30:00+02:00")
        #expect(try starts("2100-03-28") == "2100-03-28T12:30:00+03:00")
        plan.startMinute = 3 * 60 + 30
        #expect(try starts("2100-03-28") == "2100-03-28T04:30:00+03:00")
        #expect(try starts("2100-10-31") == "2100-10-31T03:30:00+03:00")
        plan.startMinute = 2 * 60 + 45
        let night = try #require(plan.time(on: try Self.date("2100-03-28")))
        #expect(night.startsAt.text == "2100-03-28T02:45:00+02:00")
        #expect(night.endsAt?.text == "2100-03-28T04:45:00+03:00", "an hour is an hour")
    }
}

@Suite struct `A plan` {
    private let plan = SeriesPlan(
        template: {
            var state = OutingState(title: "Lunch", zone: "Europe/Helsinki")
            state.note = "Bring cash"
            state.place = OutingPlace(name: "Park")
            state.capacity = 8
            return state
        }(), answersDue: 60, startMinute: 750, minutes: 60,
        rule: Recurrence(
            frequency: .weekly, interval: 1, weekdays: [4],
            startsOn: CivilDate(year: 2_100, month: 3, day: 4)))
    private let date = CivilDate(year: 2_100, month: 3, day: 11)

    @Test func `that changes keeps an outing's own fields`() {
        var new = plan
        new.title = "Dinner"
        new.note = nil
        new.capacity = 10
        new.startMinute = 18 * 60
        new.place = OutingPlace(name: "Beach")
        var own = plan.state(on: date)
        own.note = "It rains: bring a tent"
        own.place = OutingPlace(name: "Hall")

        let propagated = new.propagated(into: own, on: date, replacing: plan)

        #expect(propagated.title == "Dinner" && propagated.capacity == 10)
        #expect(propagated.time == new.time(on: date) && propagated.deadline == new.state(on: date).deadline)
        #expect(propagated.note == "It rains: bring a tent" && propagated.place?.name == "Hall")
        #expect(
            new.isDifferent(than: propagated, on: date)
                && !new.isDifferent(than: new.state(on: date), on: date))
    }

    @Test func `that changes twice applies the last change, and a reversed one leaves no trace`() {
        var one = plan
        one.title = "Dinner"
        one.startMinute = 18 * 60
        var two = one
        two.title = "Supper"
        let state = plan.state(on: date)

        let once = one.propagated(into: state, on: date, replacing: plan)

        #expect(two.propagated(into: once, on: date, replacing: one) == two.state(on: date))
        #expect(plan.propagated(into: once, on: date, replacing: one) == state)
        #expect(plan.propagated(into: state, on: date, replacing: plan) == state)
    }
}
