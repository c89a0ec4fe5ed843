import Foundation
import JSON
import Journal
import NIOCore
import NoonishAPI
import Outings
import TestSupport
import Testing

@testable import Decisions

@Suite struct `News of suggestions and votes` {
    private let host = PersonID(UUID())
    private let cohost = PersonID(UUID())
    private let author = PersonID(UUID())
    private let friend = PersonID(UUID())
    private let idea = SuggestionID(UUID())
    private let vote = PollID(UUID())

    private func time(_ text: String) throws -> OutingTime {
        OutingTime(startsAt: try #require(ZonedTime(text: text, zone: "Europe/Helsinki")))
    }

    private func made(_ gist: ProposalSummary) -> Change {
        .suggestion(idea, by: author, from: nil, to: SuggestionSnapshot(.open, gist))
    }

    private func became(_ state: SuggestionSnapshot.State?, _ gist: ProposalSummary, word: String? = nil)
        -> Change
    {
        .suggestion(
            idea, by: author, from: SuggestionSnapshot(.open, gist),
            to: state.map { SuggestionSnapshot($0, gist, reason: word) })
    }

    /// Returns the news for each of them after edits by these people.
    private func news(_ edits: [(PersonID?, [Change])], to person: PersonID) -> [Change] {
        let recorded = edits.enumerated().map { index, edit in
            RecordedChange(
                rev: index + 1, actor: edit.0, at: Date(timeIntervalSince1970: 0), changes: edit.1)
        }
        let answer =
            switch person {
            case host: Answer(role: .host, status: .attending)
            case cohost: Answer(role: .cohost, status: .attending)
            default: Answer(status: person == author ? .declined : .attending)
            }
        return Change.news(for: person, answer: answer, changes: recorded)
    }

    @Test func `hosts are notified of a suggestion, unless it was withdrawn before`() throws {
        let gist = ProposalSummary(time: try time("2027-03-11T13:00"))

        let edits: [(PersonID?, [Change])] = [(author, [made(gist)])]

        #expect(news(edits, to: host) == [made(gist)])
        #expect(news(edits, to: friend) == [] && news(edits, to: author) == [])
        #expect(news(edits + [(author, [became(nil, gist)])], to: host) == [])
        #expect(news([(author, [became(nil, gist)])], to: host) == [], "they were told of it; that is enough")
    }

    @Test func `an accepted suggestion is reported with its effects, to its author even after declining`()
        throws
    {
        let gist = ProposalSummary(time: try time("2027-03-11T13:00"))
        let moved = Change.time(from: nil, to: try time("2027-03-11T13:00"))

        let edits: [(PersonID?, [Change])] = [
            (author, [made(gist)]), (host, [moved, became(.accepted, gist)]),
        ]

        #expect(news(edits, to: friend).map(\.name) == ["time_set", "suggestion_accepted"])
        #expect(news(edits, to: author).map(\.name) == ["time_set", "suggestion_accepted"])
        #expect(news(edits, to: host) == [])
        #expect(news(edits, to: cohost).map(\.name) == ["time_set", "suggestion_accepted"])
    }

    @Test
    func `an accepted suggestion is no longer news once the time has changed or the outing is cancelled`()
        throws
    {
        let gist = ProposalSummary(time: try time("2027-03-11T13:00"))
        let moved = Change.time(from: nil, to: try time("2027-03-11T13:00"))
        let again = Change.time(from: try time("2027-03-11T13:00"), to: try time("2027-03-11T14:00"))
        let off = Change.cancellation(from: nil, to: Cancellation(reason: nil))
        let edits: [(PersonID?, [Change])] = [(host, [moved, became(.accepted, gist)])]

        #expect(news(edits + [(host, [again])], to: friend).map(\.name) == ["time_set"])
        #expect(news(edits + [(host, [off])], to: friend).map(\.name) == ["outing_cancelled", "time_set"])
    }

    @Test func `only its author is notified of a denial and its reason`() throws {
        let denied = became(.denied, ProposalSummary(place: .unlisted), word: "Too far")

        #expect(news([(host, [denied])], to: author) == [denied])
        #expect(news([(host, [denied])], to: cohost) == [] && news([(host, [denied])], to: friend) == [])
    }

    @Test func `a poll that closes before it was reported is reported as closed`() throws {
        let closesAt = Date(timeIntervalSince1970: 1_800_000_000)
        let opened = PollSnapshot(isOpen: true, closesAt: closesAt, options: 3)
        let ended = PollSnapshot(
            isOpen: false, closesAt: closesAt, options: 3, winner: ProposalSummary(place: .unlisted),
            isApplied: true)
        let placed = Change.place(from: nil, to: OutingPlace(name: "Park"))
        let edits: [(PersonID?, [Change])] = [
            (host, [.poll(vote, from: nil, to: opened)]),
            (nil, [placed, .poll(vote, from: opened, to: ended)]),
        ]

        #expect(news(edits, to: friend).map(\.name) == ["place_set", "poll_closed"])
        #expect(news(edits, to: host).map(\.name) == ["place_set", "poll_closed"], "the clock ended it")
        #expect(news([edits[0]], to: friend).map(\.name) == ["poll_opened"])
    }

    @Test func `none is part of the state's difference, and each is read back as it was stored`() throws {
        let state = OutingState(title: "Lunch", zone: "Europe/Helsinki")
        let restaurant = RestaurantID(UUID())
        let gists = [
            ProposalSummary(time: try time("2027-03-11T13:00")), ProposalSummary(place: .unlisted),
            ProposalSummary(guest: .byMail),
            ProposalSummary(
                time: try time("2027-03-11T13:00"), place: .restaurant(restaurant, name: "Kolme Kruunua")),
            ProposalSummary(guest: .person(friend)),
        ]
        let closesAt = Date(timeIntervalSince1970: 1_800_000_000)
        let polls = gists.map {
            Change.poll(
                vote, from: PollSnapshot(isOpen: true, closesAt: closesAt, options: 2),
                to: PollSnapshot(isOpen: false, closesAt: closesAt, options: 2, winner: $0, isDrawn: true))
        }
        let changes =
            gists.flatMap {
                [made($0), became(.accepted, $0), became(.denied, $0, word: "No"), became(nil, $0)]
            } + polls

        for change in changes {
            var writer = JSONWriter()
            change.encode(to: &writer)

            #expect(Change.apply([change], to: state) == state)
            #expect(Change(try JSONValue(parsing: String(buffer: writer.finish()))) == change)
        }
    }
}
