package import Foundation
package import JSON
package import Journal
import Localization
package import NoonishAPI
import Outings

/// A poll was opened or closed, or its winner was applied. The effect on the outing is a separate change of
/// the same revision.
@StoredChange
package struct PollChange: Transition {
    package let id: PollID
    package var old: PollSnapshot?
    package var new: PollSnapshot?

    package static let names = ["poll_opened", "poll_closed"]
    package var name: String { new?.isOpen == true ? "poll_opened" : "poll_closed" }

    package var subject: ChangeSubject { ChangeSubject(Self.self, id.uuid) }
    package var audience: Audience { .all }
    package func mailing(to reader: NewsReader) -> Mailing { .onRequest }
    /// A closed poll is listed after the change that it caused.
    package var rank: Int { new?.isOpen == false ? 50 : 130 }
    package func isOutdated(by later: Change) -> Bool {
        later.is(CancellationChange.self) || hasApplied(to: later.subject)
    }

    package func credit(for subject: ChangeSubject) -> Credit? { hasApplied(to: subject) ? .group : nil }

    /// Returns whether the outing took over a new time or place from the winner.
    private func hasApplied(to subject: ChangeSubject) -> Bool {
        new?.isApplied == true && new?.winner?.concerns(subject) == true
    }

    package func clause(in context: SentenceContext) -> String? {
        guard let new else { return nil }
        if new.isOpen {
            return context.say(
                "change.poll.opened",
                ["count": .number(new.options), "deadline": .words(context.moment(new.closesAt))])
        }
        guard let winner = new.winner else { return context.say("change.poll.nothing") }
        if new.isApplied {
            return context.say(new.isDrawn ? "change.poll.decidedByLot" : "change.poll.decided")
        }
        return context.say(
            new.isDrawn ? "change.poll.wonByLot" : "change.poll.won",
            ["what": .words(winner.text(in: context))])
    }
}

/// The part of a poll that changes store.
@JSONObject
package struct PollSnapshot: Hashable, Sendable, JSONEncodable {
    @JSONMember("open") package var isOpen: Bool
    package var closesAt: Date
    /// The number of options.
    package var options: Int
    /// `nil` while it is open, and if no one could attend any option.
    package var winner: ProposalSummary? = nil
    /// Whether several options were equally good, so that the winner was drawn by lot.
    @JSONMember("drawn") package var isDrawn: Bool = false
    /// Whether the winner was applied to the outing.
    @JSONMember("applied") package var isApplied: Bool = false
}

extension PollSnapshot: StoredValue {
    package init?(stored value: JSONValue) {
        guard case .object(let object) = value,
            let closesAt = object["closesAt"].flatMap({ Date(stored: $0) }),
            let options = object.integer("options")
        else { return nil }
        self.init(
            isOpen: object.isTrue("open"), closesAt: closesAt, options: options,
            winner: object["winner"].flatMap { ProposalSummary(stored: $0) },
            isDrawn: object.isTrue("drawn"), isApplied: object.isTrue("applied"))
    }
}

extension Change {
    package static func poll(_ id: PollID, from old: PollSnapshot?, to new: PollSnapshot?) -> Change {
        Change(PollChange(id: id, old: old, new: new))
    }
}
