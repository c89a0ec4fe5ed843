import Foundation
import JSON
import NIOCore
import NoonishAPI
import Testing

@testable import Outings

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

    private func made(_ summary: ProposalSummary) -> OutingChange {
        .suggestion(idea, by: author, from: nil, to: SuggestionNews(.open, summary))
    }

    private func became(_ state: SuggestionNews.State?, _ summary: ProposalSummary, word: String? = nil) -> OutingChange {
        .suggestion(
            idea, by: author, from: SuggestionNews(.open, summary),
            to: state.map { SuggestionNews($0, summary, word: word) })
    }

    /// What each of them is told after edits by these people.
    private func news(_ edits: [(PersonID?, [OutingChange])], to person: PersonID) -> [OutingChange] {
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
        return OutingChange.news(for: person, answer: answer, changes: recorded)
    }

    @Test func `a suggestion is told to the hosts, and not at all once it was taken back`() throws {
        let summary = ProposalSummary(time: try time("2027-03-11T13:00"))

        let edits: [(PersonID?, [OutingChange])] = [(author, [made(summary)])]

        #expect(news(edits, to: host) == [made(summary)])
        #expect(news(edits, to: friend) == [] && news(edits, to: author) == [])
        #expect(news(edits + [(author, [became(nil, summary)])], to: host) == [])
        #expect(news([(author, [became(nil, summary)])], to: host) == [], "they were told of it; that is enough")
    }

    @Test func `one that is accepted is told with what it led to, to its author even if they declined`()
        throws
    {
        let summary = ProposalSummary(time: try time("2027-03-11T13:00"))
        let moved = OutingChange.time(from: nil, to: try time("2027-03-11T13:00"))

        let edits: [(PersonID?, [OutingChange])] = [
            (author, [made(summary)]), (host, [moved, became(.accepted, summary)]),
        ]

        #expect(news(edits, to: friend).map(\.kind) == ["time_set", "suggestion_accepted"])
        #expect(news(edits, to: author).map(\.kind) == ["time_set", "suggestion_accepted"])
        #expect(news(edits, to: host) == [])
        #expect(news(edits, to: cohost).map(\.kind) == ["time_set", "suggestion_accepted"])
    }

    @Test func `an accepted one is no news any more once the time is another or the outing is off`() throws {
        let summary = ProposalSummary(time: try time("2027-03-11T13:00"))
        let moved = OutingChange.time(from: nil, to: try time("2027-03-11T13:00"))
        let again = OutingChange.time(from: try time("2027-03-11T13:00"), to: try time("2027-03-11T14:00"))
        let off = OutingChange.cancellation(from: nil, to: Cancellation(reason: nil))
        let edits: [(PersonID?, [OutingChange])] = [(host, [moved, became(.accepted, summary)])]

        #expect(news(edits + [(host, [again])], to: friend).map(\.kind) == ["time_set"])
        #expect(news(edits + [(host, [off])], to: friend).map(\.kind) == ["outing_cancelled", "time_set"])
    }

    @Test func `a denial is for its author alone, with the word`() throws {
        let denied = became(.denied, ProposalSummary(place: .unlisted), word: "Too far")

        #expect(news([(host, [denied])], to: author) == [denied])
        #expect(news([(host, [denied])], to: cohost) == [] && news([(host, [denied])], to: friend) == [])
    }

    @Test func `a vote that is over before it was told of is told as over`() throws {
        let closesAt = Date(timeIntervalSince1970: 1_800_000_000)
        let opened = PollNews(isOpen: true, closesAt: closesAt, options: 3)
        let ended = PollNews(
            isOpen: false, closesAt: closesAt, options: 3, winner: ProposalSummary(place: .unlisted), isApplied: true)
        let placed = OutingChange.place(from: nil, to: OutingPlace(name: "Park"))
        let edits: [(PersonID?, [OutingChange])] = [
            (host, [.poll(vote, from: nil, to: opened)]),
            (nil, [placed, .poll(vote, from: opened, to: ended)]),
        ]

        #expect(news(edits, to: friend).map(\.kind) == ["place_set", "poll_closed"])
        #expect(news(edits, to: host).map(\.kind) == ["place_set", "poll_closed"], "the clock ended it")
        #expect(news([edits[0]], to: friend).map(\.kind) == ["poll_opened"])
    }

    @Test func `none is a difference of the state, and each reads back as it was stored`() throws {
        let state = OutingState(title: "Lunch", zone: "Europe/Helsinki")
        let restaurant = RestaurantID(UUID())
        let gists = [
            ProposalSummary(time: try time("2027-03-11T13:00")), ProposalSummary(place: .unlisted), ProposalSummary(guest: .byMail),
            ProposalSummary(time: try time("2027-03-11T13:00"), place: .restaurant(restaurant, name: "Kolme Kruunua")),
            ProposalSummary(guest: .person(friend)),
        ]
        let closesAt = Date(timeIntervalSince1970: 1_800_000_000)
        let polls = gists.map {
            OutingChange.poll(
                vote, from: PollNews(isOpen: true, closesAt: closesAt, options: 2),
                to: PollNews(isOpen: false, closesAt: closesAt, options: 2, winner: $0, isDrawn: true))
        }
        let changes =
            gists.flatMap {
                [made($0), became(.accepted, $0), became(.denied, $0, word: "No"), became(nil, $0)]
            } + polls

        for change in changes {
            var writer = JSONWriter()
            change.encode(to: &writer)

            #expect(OutingChange.apply([change], to: state) == state)
            #expect(OutingChange(try JSONValue(parsing: String(buffer: writer.finish()))) == change)
        }
    }
}
