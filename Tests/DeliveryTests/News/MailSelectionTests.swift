import Foundation
import JSON
import Journal
import NoonishAPI
import Outings
import TestSupport
import Testing

@testable import Decisions
@testable import Messages
@testable import News

/// Which changes mail and push carry unless a person asks for everything.
struct MailSelectionTests {
    private static let (leila, tom, mei) = (PersonID(UUID()), PersonID(UUID()), PersonID(UUID()))
    private static let host = NewsReader(leila, Standing(role: .host, status: .attending))
    private static let guest = NewsReader(tom, Standing(role: .invitee, status: .attending))
    private static let invitee = NewsReader(tom, Standing(role: .invitee, status: .invited))

    private static let place = Change.place(from: nil, to: OutingPlace(name: "Kala"))
    private static let joined = Change.attendee(
        mei, from: nil, to: Answer(role: .invitee, status: .attending, partySize: 3))
    private static let added = Change.attendee(mei, from: nil, to: Answer())
    private static let renamed = Change.title(from: "Lunch", to: "Brunch")
    private static let note = Change.note(from: nil, to: "Bring cash")

    @Test(arguments: [place, note, joined])
    func `hosts get what others change, and who comes`(change: Change) {
        #expect(News.Channel.mail.carries(change, to: Self.host))
    }

    @Test(arguments: [added, renamed])
    func `new names and renames are never mail, but are in the inbox and on the phone`(change: Change) {
        #expect(!News.Channel.mail.carries(change, to: Self.host))
        #expect(!News.Channel.mail.carries(change, to: Self.guest))
        #expect(News.Channel.inbox.carries(change, to: Self.guest))
        #expect(News.Channel.webPush.carries(change, to: Self.guest))
        #expect(News.Channel.webhook.carries(change, to: Self.invitee))
    }

    @Test(arguments: [News.Channel.mail, .webPush, .applePush])
    func `people who have not answered get only what they need for it`(channel: News.Channel) {
        let needed = [
            Self.place, .cancellation(from: nil, to: Cancellation(reason: nil)), .answerWanted(by: nil),
            .attendee(Self.tom, from: Answer(), to: nil),
        ]
        for change in needed { #expect(channel.carries(change, to: Self.invitee), "\(change.name)") }
        for change in [Self.note, Self.joined, Self.renamed] {
            #expect(!channel.carries(change, to: Self.invitee), "\(change.name)")
        }
    }

    @Test(arguments: [News.Channel.mail, .webPush, .applePush])
    func `a second reminder is neither mail nor push`(channel: News.Channel) {
        var invitee = Self.invitee
        invitee.wasReminded = true

        #expect(!channel.carries(.answerWanted(by: nil), to: invitee))
        #expect(channel.carries(Self.place, to: invitee))
        for live in [News.Channel.inbox, .webhook] {
            #expect(live.carries(.answerWanted(by: nil), to: invitee))
        }
    }

    @Test func `only hosts are notified of a person who joins with an answer`() {
        #expect(Self.joined.kind.audience == .hosts)
        #expect(Self.added.kind.audience == .all)
    }

    @Test func `a host hears of an answer, its guests and its note, and of a note alone`() async throws {
        try await withDelivery { world in
            let lunch = try await world.lunch()
            let path = "/v1/outings/\(lunch.id)/attendance"

            _ = try await world.tom.put(path, #"{"status":"maybe","partySize":2,"note":"No nuts"}"#)
            let first = try await world.updates(of: world.leila, count: 1)
            _ = try await world.tom.put(path, #"{"status":"maybe","note":"Late"}"#)
            let second = try await world.updates(of: world.leila, count: 2)

            #expect(first[0]["text"].text?.contains("Tom might come with one guest: “") == true)
            #expect(second[1]["text"].text == "Tom might come with one guest: “Late”")
        }
    }
}
