import CivilTime
import Foundation
import TestSupport
import Testing

@testable import OpeningHours

/// The next change is really the next, on every kind of text and clock.
@Suite struct ChangeTests {
    @Test func `until the next change nothing changes, and then it does`() throws {
        var chance = SeededChance(seed: 1)
        for text in try Self.texts() {
            let schedule = try Schedule(text)
            for _ in 0..<6 {
                let time = LocalTime(
                    minutesSince1970: Int.random(in: 28_401_120..<32_000_000, using: &chance))
                let state = schedule.state(at: time, in: .nowhere)

                let change = schedule.nextChange(after: time, in: .nowhere)

                // Minute by minute for three days, which is more than any span of hours.
                let looked = min((change?.minutesSince1970 ?? .max) - time.minutesSince1970, 3 * 1_440)
                let differing = (0..<looked).first {
                    let later = LocalTime(minutesSince1970: time.minutesSince1970 + $0)
                    return schedule.state(at: later, in: .nowhere) != state
                }
                #expect(differing == nil, "\(text) at \(time.minutesSince1970)")
                if let change { #expect(schedule.state(at: change, in: .nowhere) != state, "\(text)") }
            }
        }
    }

    @Test(arguments: [
        "Europe/Helsinki", "America/New_York", "Australia/Lord_Howe", "Pacific/Apia", "Asia/Kolkata",
    ])
    func `clocks put forward and back change nothing in that`(name: String) throws {
        let zone = try #require(TimeZone(identifier: name))
        let location = LocationContext(zone: zone)
        let schedules = try ["00:00-02:15,03:10-04:00", "Su 02:30-02:45; Mo off", "22:00-02:30", "24/7"]
            .map { try Schedule($0) }
        let start = Date(timeIntervalSince1970: 1_797_000_000)  // 2026-12-11
        let turns = Array(
            sequence(first: start) { zone.nextDaylightSavingTimeTransition(after: $0) }.dropFirst().prefix(2))
        for turn in turns + [start] {
            for schedule in schedules {
                for minute in stride(from: -200, to: 200, by: 9) {
                    let instant = turn + Double(minute) * 60
                    let state = schedule.state(at: instant, in: location)
                    let brute = (1...3_000).first {
                        schedule.state(at: instant + Double($0) * 60, in: location) != state
                    }
                    let change = schedule.nextChange(after: instant, in: location)
                    let near = change.flatMap { $0 <= instant + 3_000 * 60 ? $0 : nil }
                    #expect(near == brute.map { instant + Double($0) * 60 }, "\(schedule.text) \(instant)")
                }
            }
        }
    }

    @Test func `a week's table says what its rules say`() throws {
        var chance = SeededChance(seed: 2)
        var compared = 0
        for text in try Self.texts() {
            let schedule = try Schedule(text)
            guard let week = schedule.week else { continue }
            compared += 1
            for _ in 0..<40 {
                let time = LocalTime(
                    minutesSince1970: Int.random(in: 28_401_120..<32_000_000, using: &chance))
                let evaluation = DayEvaluation(rules: schedule.rules, location: .nowhere, day: time.day)
                #expect(
                    week.decisions[week.entry(at: time.minuteOfWeek)] == evaluation.decision(at: time.minute),
                    "\(text)")
            }
        }
        #expect(compared > 20)
    }

    @Test(
        arguments: [
            ("24/7", nil), ("Mo-Su,PH 00:00-24:00", nil), ("off; 2099 Mar 8 10:00-12:00", 67_944_120),
            ("Feb 29 Mo 10:00-12:00", 39_005_880),
        ] as [(String, Int?)])
    func `a change that is far away is found, and none where there is none`(text: String, minutes: Int?)
        throws
    {
        let change = try Schedule(text).nextChange(
            after: LocalTime(CivilDate(year: 2_027, month: 3, day: 8), minute: 0), in: .nowhere)

        #expect(change?.minutesSince1970 == minutes)
    }

    /// Our own texts, but for the few that the grammar does not have.
    static func texts() throws -> [String] {
        try String(contentsOfFile: Oracle.texts, encoding: .utf8).split(separator: "\n")
            .map(String.init)
    }
}
