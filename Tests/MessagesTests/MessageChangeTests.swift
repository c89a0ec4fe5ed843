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
    private let omar = PersonID.make()
    private let ines = PersonID.make()
    private let message = OutingMessageID.make()

    private func posted(_ people: PersonID...) -> MessageSnapshot { MessageSnapshot(mentions: people) }

    private func recorded(_ changes: [(PersonID?, Change)]) -> [RecordedChange] {
        changes.enumerated().map { index, change in
            RecordedChange(
                rev: index + 1, actor: change.0, at: Date(timeIntervalSince1970: 0), changes: [change.1])
        }
    }

    /// What is news to Omar, who may come, of what Leila said.
    private func news(
        _ changes: [(PersonID?, Change)], isMuted: Bool = false, readRev: Int = 0,
        hidden: Set<PersonID> = [], status: AttendanceStatus = .maybe
    ) -> [Change] {
        recorded(changes).news(
            for: NewsReader(
                omar, Standing(role: .invitee, status: status), isMuted: isMuted, readRev: readRev,
                hidden: hidden))
    }

    @Test func `messages by others are news, one's own are not`() {
        let said = Change.message(message, leila, from: nil, to: posted())
        let own = Change.message(message, omar, from: nil, to: posted())

        #expect(news([(leila, said)]) == [said])
        #expect(news([(omar, own)]).isEmpty)
    }

    @Test func `a message deleted before delivery is no news, and its deletion never is`() {
        let said = Change.message(message, leila, from: nil, to: posted(omar))
        let gone = Change.message(message, leila, from: posted(omar), to: nil)

        #expect(news([(leila, said), (leila, gone)]).isEmpty)
        #expect(news([(leila, said), (ines, gone)]).isEmpty)
        #expect(news([(leila, gone)]).isEmpty)
        #expect(news([(ines, .message(message, omar, from: posted(), to: nil))]).isEmpty)
    }

    @Test func `a mention notifies once, even a person who muted the messages or declined`() {
        let said = Change.message(message, leila, from: nil, to: posted())
        let mention = Change.message(message, leila, from: nil, to: posted(omar))
        let edited = Change.message(message, leila, from: posted(), to: posted(omar))

        #expect(news([(leila, said)], isMuted: true).isEmpty)
        #expect(news([(leila, mention)], isMuted: true) == [mention])
        #expect(news([(leila, said), (leila, edited)], isMuted: true) == [mention])
        #expect(news([(leila, said)], status: .declined).isEmpty)
        #expect(news([(leila, mention)], status: .declined) == [mention])
        // told before that they were mentioned, or told of the words
        #expect(news([(leila, .message(message, leila, from: posted(omar), to: posted(ines, omar)))]).isEmpty)
        #expect(news([(leila, .message(message, leila, from: posted(), to: posted(ines)))]).isEmpty)
        #expect(news([(leila, edited)]) == [edited])
    }

    @Test func `messages that were read before delivery, or are hidden by a block, are no news`() {
        let first = Change.message(message, leila, from: nil, to: posted(omar))
        let second = Change.message(.make(), leila, from: nil, to: posted())

        #expect(news([(leila, first), (leila, second)], readRev: 1) == [second])
        #expect(news([(leila, first), (leila, second)], readRev: 2).isEmpty)
        #expect(news([(leila, first)], hidden: [leila]).isEmpty)
    }

    @Test func `a new invitee gets the invitation and no earlier or later messages`() {
        let said = Change.message(message, leila, from: nil, to: posted())
        let invited = Change.attendee(omar, from: nil, to: Answer())

        #expect(news([(leila, said), (leila, invited), (leila, said)]) == [invited])
    }

    @Test func `a message's change is stored without its text and read back`() throws {
        for change in [
            Change.message(message, leila, from: nil, to: posted(omar, ines)),
            .message(message, leila, from: posted(), to: posted(omar)),
            .message(message, leila, from: posted(omar), to: nil),
        ] {
            var writer = JSONWriter()
            change.encode(to: &writer)

            #expect(Change(try JSONValue(parsing: String(buffer: writer.finish()))) == change)
        }
    }

    @Test func `only messages without a mention are not urgent`() {
        #expect(Change.message(message, leila, from: nil, to: posted()).kind.urgency == .calm)
        #expect(Change.message(message, leila, from: posted(omar), to: nil).kind.urgency == .calm)
        #expect(Change.message(message, leila, from: nil, to: posted(omar)).kind.urgency != .calm)
        #expect(Change.title(from: "a", to: "b").kind.urgency != .calm)
    }
}
