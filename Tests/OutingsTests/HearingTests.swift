import Access
import Foundation
import JSON
import NIOCore
import NoonishAPI
import Testing

@testable import Outings

/// Which messages are news to whom.
@Suite struct HearingTests {
    private let leila = PersonID.make()
    private let omar = PersonID.make()
    private let ines = PersonID.make()
    private let message = OutingMessageID.make()

    private func posted(_ people: PersonID...) -> Posted { Posted(mentions: people) }

    private func recorded(_ changes: [(PersonID?, OutingChange)]) -> [RecordedChange] {
        changes.enumerated().map { index, change in
            RecordedChange(
                rev: index + 1, actor: change.0, at: Date(timeIntervalSince1970: 0), changes: [change.1])
        }
    }

    /// What is news to Omar, who may come, of what Leila said.
    private func news(
        _ changes: [(PersonID?, OutingChange)], hearing: Hearing = Hearing(),
        status: AttendanceStatus = .maybe
    ) -> [OutingChange] {
        OutingChange.news(
            for: omar, answer: Answer(status: status), hearing: hearing, changes: recorded(changes))
    }

    @Test func `what others say is news, what one says oneself is none`() {
        let said = OutingChange.message(message, leila, from: nil, to: posted())
        let own = OutingChange.message(message, omar, from: nil, to: posted())

        #expect(news([(leila, said)]) == [said])
        #expect(news([(omar, own)]).isEmpty)
    }

    @Test func `what was deleted before it was told is nothing, whoever deleted it, and afterwards neither`()
    {
        let said = OutingChange.message(message, leila, from: nil, to: posted(omar))
        let gone = OutingChange.message(message, leila, from: posted(omar), to: nil)

        #expect(news([(leila, said), (leila, gone)]).isEmpty)
        #expect(news([(leila, said), (ines, gone)]).isEmpty)
        #expect(news([(leila, gone)]).isEmpty)
        #expect(news([(ines, .message(message, omar, from: posted(), to: nil))]).isEmpty)
    }

    @Test func `who is mentioned is told though they muted the chat or declined, and once`() {
        let said = OutingChange.message(message, leila, from: nil, to: posted())
        let mention = OutingChange.message(message, leila, from: nil, to: posted(omar))
        let edited = OutingChange.message(message, leila, from: posted(), to: posted(omar))
        let muted = Hearing(isMuted: true)

        #expect(news([(leila, said)], hearing: muted).isEmpty)
        #expect(news([(leila, mention)], hearing: muted) == [mention])
        #expect(news([(leila, said), (leila, edited)], hearing: muted) == [mention])
        #expect(news([(leila, said)], status: .declined).isEmpty)
        #expect(news([(leila, mention)], status: .declined) == [mention])
        // told before that they were mentioned, or told of the words
        #expect(news([(leila, .message(message, leila, from: posted(omar), to: posted(ines, omar)))]).isEmpty)
        #expect(news([(leila, .message(message, leila, from: posted(), to: posted(ines)))]).isEmpty)
        #expect(news([(leila, edited)]) == [edited])
    }

    @Test func `what was read on the way is not told, and nothing of whom a block hides`() {
        let first = OutingChange.message(message, leila, from: nil, to: posted(omar))
        let second = OutingChange.message(.make(), leila, from: nil, to: posted())

        #expect(news([(leila, first), (leila, second)], hearing: Hearing(readRev: 1)) == [second])
        #expect(news([(leila, first), (leila, second)], hearing: Hearing(readRev: 2)).isEmpty)
        #expect(news([(leila, first)], hearing: Hearing(hidden: [leila])).isEmpty)
    }

    @Test func `who is newly asked along gets the invitation, not what was said before or since`() {
        let said = OutingChange.message(message, leila, from: nil, to: posted())
        let invited = OutingChange.attendee(omar, from: nil, to: Answer())

        #expect(news([(leila, said), (leila, invited), (leila, said)]) == [invited])
    }

    @Test func `a message is stored without its words and reads back`() throws {
        for change in [
            OutingChange.message(message, leila, from: nil, to: posted(omar, ines)),
            .message(message, leila, from: posted(), to: posted(omar)),
            .message(message, leila, from: posted(omar), to: nil),
        ] {
            var writer = JSONWriter()
            change.encode(to: &writer)

            #expect(OutingChange(try JSONValue(parsing: String(buffer: writer.finish()))) == change)
        }
    }

    @Test func `only messages that mention nobody are calm`() {
        #expect(OutingChange.message(message, leila, from: nil, to: posted()).isCalm)
        #expect(OutingChange.message(message, leila, from: posted(omar), to: nil).isCalm)
        #expect(!OutingChange.message(message, leila, from: nil, to: posted(omar)).isCalm)
        #expect(!OutingChange.title(from: "a", to: "b").isCalm)
    }
}
