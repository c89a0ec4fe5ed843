import Access
import Foundation
import JSON
import NIOCore
import NoonishAPI
import Testing

@testable import Outings

@Suite struct `A wish for another time` {
    private let host = PersonID.make()
    private let guest = PersonID.make()

    private func time(_ text: String) throws -> OutingTime {
        OutingTime(startsAt: try #require(ZonedTime(text: text, zone: "Europe/Helsinki")))
    }

    private func recorded(_ changes: [(PersonID, OutingChange)]) -> [RecordedChange] {
        changes.enumerated().map { index, change in
            RecordedChange(
                rev: index + 1, actor: change.0, at: Date(timeIntervalSince1970: 0), changes: [change.1])
        }
    }

    @Test func `is told to the hosts, the newest of each person, until the time is another`() throws {
        let first = OutingChange.timeWished(guest, try time("2027-03-11T13:00"))
        let second = OutingChange.timeWished(guest, try time("2027-03-11T13:30"))
        let moved = OutingChange.time(from: try time("2027-03-11T12:30"), to: try time("2027-03-11T13:30"))
        let asHost = Answer(role: .host, status: .attending)
        func news(_ changes: [(PersonID, OutingChange)], to person: PersonID, _ answer: Answer)
            -> [OutingChange]
        {
            OutingChange.news(for: person, answer: answer, changes: recorded(changes))
        }

        #expect(news([(guest, first), (guest, second)], to: host, asHost) == [second])
        #expect(news([(guest, first)], to: guest, Answer(status: .attending)) == [])
        #expect(news([(guest, first)], to: .make(), Answer(status: .attending)) == [])
        #expect(news([(guest, first), (.make(), moved)], to: host, asHost) == [moved])
        #expect(news([(guest, first), (host, moved)], to: host, asHost) == [])
    }

    @Test func `is no difference of the state, and reads back as it was stored`() throws {
        let wish = OutingChange.timeWished(guest, try time("2027-03-11T13:00"))
        let state = OutingState(title: "Lunch", zone: "Europe/Helsinki")
        var writer = JSONWriter()
        wish.encode(to: &writer)

        #expect(OutingChange.apply([wish], to: state) == state)
        #expect(wish.kind == "time_wished" && wish.audience == .hosts)
        #expect(OutingChange(try JSONValue(parsing: String(buffer: writer.finish()))) == wish)
    }
}
