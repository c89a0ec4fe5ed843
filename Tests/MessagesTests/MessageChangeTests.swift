import Access
import Foundation
import JSON
import Journal
import NIOCore
import NoonishAPI
import Outings
import TestSupport
import Testing

@testable import Messages

/// Which messages are news to whom.
@Suite struct MessageChangeTests {
    private let leila = PersonID.make()
    private let tom = PersonID.make()
    private let mei = PersonID.make()
    private let message = OutingMessageID.make()

    private func posted(_ people: PersonID...) -> MessageSnapshot { MessageSnapshot(mentions: people) }

    private func recorded(_ changes: [(PersonID?, Change)]) -> [RecordedChange] {
        changes.enumerated().map { index, change in
            RecordedChange(
                rev: index + 1, actor: change.0, at: Date(timeIntervalSince1970: 0), changes: [change.1])
        }
    }

    /// Returns the news for Tom, whose answer is maybe, of Leila's messages.
    private func news(
        _ changes: [(PersonID?, Change)], isMuted: Bool = false, readRev: Int = 0,
        hidden: Set<PersonID> = [], status: AttendanceStatus = .maybe
    ) -> [Change] {
        recorded(changes).news(
            for: NewsReader(
                tom, Standing(role: .invitee, status: status), isMuted: isMuted, readRev: readRev,
                hidden: hidden))
    }

    @Test func `messages by others are news, one's own are not`() {
        let said = Change.message(message, leila, from: nil, to: posted())
        let own = Change.message(message, tom, from: nil, to: posted())

        #expect(news([(leila, said)]) == [said])
        #expect(news([(tom, own)]).isEmpty)
    }

    @Test func `a message deleted before delivery is no news, and its deletion never is`() {
        let said = Change.message(message, leila, from: nil, to: posted(tom))
        let gone = Change.message(message, leila, from: posted(tom), to: nil)

        #expect(news([(leila, said), (leila, gone)]).isEmpty)
        #expect(news([(leila, said), (mei, gone)]).isEmpty)
        #expect(news([(leila, gone)]).isEmpty)
        #expect(news([(mei, .message(message, tom, from: posted(), to: nil))]).isEmpty)
    }

    @Test func `a mention notifies once, even a person who muted the messages or declined`() {
        let said = Change.message(message, leila, from: nil, to: posted())
        let mention = Change.message(message, leila, from: nil, to: posted(tom))
        let edited = Change.message(message, leila, from: posted(), to: posted(tom))

        #expect(news([(leila, said)], isMuted: true).isEmpty)
        #expect(news([(leila, mention)], isMuted: true) == [mention])
        #expect(news([(leila, said), (leila, edited)], isMuted: true) == [mention])
        #expect(news([(leila, said)], status: .declined).isEmpty)
        #expect(news([(leila, mention)], status: .declined) == [mention])
        // notified before of the mention, or of the text
        #expect(news([(leila, .message(message, leila, from: posted(tom), to: posted(mei, tom)))]).isEmpty)
        #expect(news([(leila, .message(message, leila, from: posted(), to: posted(mei)))]).isEmpty)
        #expect(news([(leila, edited)]) == [edited])
    }

    @Test func `messages that were read before delivery, or are hidden by a block, are no news`() {
        let first = Change.message(message, leila, from: nil, to: posted(tom))
        let second = Change.message(.make(), leila, from: nil, to: posted())

        #expect(news([(leila, first), (leila, second)], readRev: 1) == [second])
        #expect(news([(leila, first), (leila, second)], readRev: 2).isEmpty)
        #expect(news([(leila, first)], hidden: [leila]).isEmpty)
    }

    @Test func `the words of a venue are news to all who come, unless they muted the messages`() {
        let said = Change.message(message, from: "Thai Garden")

        #expect(news([(nil, said)]) == [said])
        #expect(news([(nil, said)], hidden: [leila]) == [said])
        #expect(news([(nil, said)], isMuted: true).isEmpty)
        #expect(news([(nil, said)], readRev: 1).isEmpty)
        #expect(news([(nil, said)], status: .declined).isEmpty)
    }

    @Test func `a new invitee gets the invitation and no earlier or later messages`() {
        let said = Change.message(message, leila, from: nil, to: posted())
        let invited = Change.attendee(tom, from: nil, to: Answer())

        #expect(news([(leila, said), (leila, invited), (leila, said)]) == [invited])
    }

    @Test func `a message's change is stored without its text and read back`() throws {
        for change in [
            Change.message(message, leila, from: nil, to: posted(tom, mei)),
            .message(message, leila, from: posted(), to: posted(tom)),
            .message(message, leila, from: posted(tom), to: nil),
            .message(message, from: "Thai Garden"),
        ] {
            var writer = JSONWriter()
            change.encode(to: &writer)

            #expect(Change(try JSONValue(parsing: String(buffer: writer.finish()))) == change)
        }
    }

    @Test func `only messages without a mention are not urgent`() {
        #expect(Change.message(message, leila, from: nil, to: posted()).kind.urgency == .calm)
        #expect(Change.message(message, leila, from: posted(tom), to: nil).kind.urgency == .calm)
        #expect(Change.message(message, leila, from: nil, to: posted(tom)).kind.urgency != .calm)
        #expect(Change.title(from: "a", to: "b").kind.urgency != .calm)
    }
}
