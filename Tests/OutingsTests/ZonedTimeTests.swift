import Foundation
import Testing

@testable import Outings

@Suite struct ZonedTimeTests {
    @Test func `a wall time is read in its zone and written with the offset that holds then`() throws {
        let winter = try ZonedTime.read("2027-03-11T12:30", zone: "Europe/Helsinki")
        let summer = try ZonedTime.read("2027-07-11T12:30", zone: "Europe/Helsinki")

        #expect(winter.text == "2027-03-11T12:30:00+02:00")
        #expect(summer.text == "2027-07-11T12:30:00+03:00")
        #expect(winter.wall.clock == "12:30")
    }

    @Test func `a time with an offset is an instant, shown in the zone`() throws {
        let time = try ZonedTime.read("2027-03-11T12:30:00Z", zone: "Asia/Tokyo")

        #expect(time.text == "2027-03-11T21:30:00+09:00")
    }

    @Test func `a skipped wall time names both neighbours`() throws {
        let fault = #expect(throws: ZonedTime.Fault.self) {
            try ZonedTime.read("2027-03-28T03:30", zone: "Europe/Helsinki")
        }

        guard case .skipped(let before, let after)? = fault else {
            Issue.record("not a skipped time: \(String(describing: fault))")
            return
        }
        #expect(before.clock == "02:30")
        #expect(after.clock == "04:30")
    }

    @Test func `a repeated wall time means the first, unless an offset says otherwise`() throws {
        let first = try ZonedTime.read("2027-10-31T03:30", zone: "Europe/Helsinki")
        let second = try ZonedTime.read("2027-10-31T03:30+02:00", zone: "Europe/Helsinki")

        #expect(first.text == "2027-10-31T03:30:00+03:00")
        #expect(second.instant.timeIntervalSince(first.instant) == 3_600)
        #expect(second.wall == first.wall)
    }

    @Test(arguments: [
        "", "12:30", "2027-02-30T12:30", "2027-03-11", "2027-03-11T24:00", "2027-03-11T12:60",
        "9999-01-01T00:00",
        "1999-12-31T23:59", "2027-03-11T12:30+25:00", "2027-03-11 12:30", "２０２７-03-11T12:30",
    ])
    func `an invalid time is refused`(text: String) {
        #expect(throws: ZonedTime.Fault.self) { try ZonedTime.read(text, zone: "UTC") }
    }

    @Test func `every minute around both clock changes of a year reads back as it was written`() throws {
        for zone in ["Europe/Helsinki", "America/New_York", "Australia/Lord_Howe", "Asia/Kolkata", "UTC"] {
            for start in [1_806_000_000.0, 1_824_600_000] {
                for minute in stride(from: 0.0, to: 3 * 1_440, by: 7) {
                    let timeZone = try #require(TimeZone(identifier: zone))
                    let time = ZonedTime(Date(timeIntervalSince1970: start + minute * 60), in: timeZone)
                    #expect(try ZonedTime.read(time.text, zone: zone) == time)
                }
            }
        }
    }
}
