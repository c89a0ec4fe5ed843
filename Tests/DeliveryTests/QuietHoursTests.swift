import Foundation
import Journal
import Testing

struct QuietHoursTests {
    private func end(_ from: String, _ until: String, at now: String, in zone: String) throws -> String? {
        let hours = QuietHours(
            from: try #require(QuietHours.minutes(from)), until: try #require(QuietHours.minutes(until)))
        let zone = try #require(TimeZone(identifier: zone))
        return hours.end(at: try Date(now, strategy: .iso8601), in: zone)?.formatted(.iso8601)
    }

    @Test(arguments: [
        ("2027-03-11T19:59:59Z", nil),
        ("2027-03-11T20:00:00Z", "2027-03-12T05:00:00Z"),
        ("2027-03-11T23:30:00Z", "2027-03-12T05:00:00Z"),
        ("2027-03-12T04:59:59Z", "2027-03-12T05:00:00Z"),
        ("2027-03-12T05:00:00Z", nil),
    ])
    func `a night goes over midnight, by the person's own clock`(now: String, ends: String?) throws {
        #expect(try end("22:00", "07:00", at: now, in: "Europe/Helsinki") == ends)
    }

    @Test(arguments: [
        ("2027-03-11T04:29:00Z", "2027-03-11T05:00:00Z"),
        ("2027-03-11T03:29:59Z", nil),
        ("2027-03-11T05:00:00Z", nil),
    ])
    func `a rest at noon is in one day`(now: String, ends: String?) throws {
        #expect(try end("09:00", "10:30", at: now, in: "Asia/Kolkata") == ends)
    }

    @Test func `an end that the clocks skip is the first moment after the gap`() throws {
        // 28 March 2027, 03:00 to 04:00 do not exist in Helsinki.
        #expect(
            try end("22:00", "03:30", at: "2027-03-27T22:00:00Z", in: "Europe/Helsinki")
                == "2027-03-28T01:00:00Z")
    }

    @Test func `an end that the clocks show twice is the first time`() throws {
        // 31 October 2027, 03:00 to 04:00 are there twice in Helsinki.
        #expect(
            try end("22:00", "03:30", at: "2027-10-30T22:00:00Z", in: "Europe/Helsinki")
                == "2027-10-31T00:30:00Z")
    }

    @Test(arguments: ["24:00", "7:00", "07:60", "0700", "07:00:00", "", "ab:cd", "-1:00"])
    func `a time that no clock shows is refused`(text: String) { #expect(QuietHours.minutes(text) == nil) }

    @Test(arguments: [0, 59, 60, 1_439])
    func `times are read as they are written`(minutes: Int) {
        #expect(QuietHours.minutes(QuietHours.text(minutes)) == minutes)
    }
}
