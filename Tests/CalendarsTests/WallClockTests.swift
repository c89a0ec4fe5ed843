import Calendars
import CivilTime
import Foundation
import TestSupport
import Testing

@Suite struct `A clock on the wall` {
    @Test func `agrees with Foundation's calendar`() {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        var chance = SeededChance(seed: 42)
        for _ in 0..<5_000 {
            let seconds = Int.random(in: -10_000_000_000...200_000_000_000, using: &chance)
            let parts = calendar.dateComponents(
                [.year, .month, .day, .hour, .minute, .second],
                from: Date(timeIntervalSince1970: Double(seconds)))

            let wall = WallClock(secondsAsUTC: seconds)

            #expect([wall.year, wall.month, wall.day] == [parts.year, parts.month, parts.day])
            #expect([wall.hour, wall.minute, wall.second] == [parts.hour, parts.minute, parts.second])
            #expect(wall.secondsAsUTC == seconds)
        }
    }

    @Test(arguments: [
        (2027, 2, 29), (2100, 2, 29), (2027, 4, 31), (2027, 13, 1), (2027, 0, 1), (0, 1, 1), (2027, 1, 0),
    ])
    func `shows no day that there is not`(year: Int, month: Int, day: Int) {
        #expect(WallClock(year: year, month: month, day: day, hour: 0, minute: 0, second: 0) == nil)
    }
}
