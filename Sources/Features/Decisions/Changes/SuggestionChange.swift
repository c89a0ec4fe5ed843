import Initializers
package import JSON
package import Journal
import Localization
package import NoonishAPI
import Outings

/// A suggestion was made, accepted, denied or withdrawn. The effect on the outing is a separate change of the
/// same revision.
@StoredChange
package struct SuggestionChange: Transition {
    package let id: SuggestionID
    @JSONMember("person") package let author: PersonID
    /// `nil` if it was just made. The new value is `nil` if it was withdrawn.
    package var old: SuggestionSnapshot?
    package var new: SuggestionSnapshot?

    package static let names = [
        "suggestion_made", "suggestion_accepted", "suggestion_denied", "suggestion_withdrawn",
    ]
    package var name: String {
        switch new?.state {
        case .open: "suggestion_made"
        case .accepted: "suggestion_accepted"
        case .denied: "suggestion_denied"
        case nil: "suggestion_withdrawn"
        }
    }

    package var subject: ChangeSubject { ChangeSubject(Self.self, id.uuid) }
    package var person: PersonID? { author }
    package var people: [PersonID] { [author] + ((new ?? old)?.proposal.person.map { [$0] } ?? []) }

    package var quotations: [Quotation] {
        (new ?? old)?.proposal.place == .unlisted ? [.suggestedPlace(id)] : []
    }

    private var isAccepted: Bool { new?.state == .accepted }

    package var audience: Audience { isAccepted ? .all : .hosts }
    /// An accepted suggestion is listed after the change that it caused.
    package var rank: Int { isAccepted ? 40 : 160 }
    package func isOutdated(by later: Change) -> Bool {
        if later.is(CancellationChange.self) { return new?.state != .denied }
        return isAccepted && new?.proposal.concerns(later.subject) == true
    }

    /// A denial is reported to the author only. An acceptance is reported to the author even if they have
    /// declined.
    package func isNews(
        to reader: NewsReader, as standing: Standing, among pending: [ChangeSubject: Change]
    ) -> Bool {
        switch new?.state {
        case nil: false
        case .denied: author == reader.person
        case .accepted where author == reader.person: true
        case .open, .accepted: standing.status != .declined && audience.includes(standing)
        }
    }

    package func fulfilsRequest(of person: PersonID) -> Bool { author == person && isAccepted }

    package func credit(for subject: ChangeSubject) -> Credit? {
        isAccepted && new?.proposal.concerns(subject) == true ? .person(author) : nil
    }

    /// The place in its author's words; `nil` for a restaurant, and for a suggestion that was deleted.
    private func words(in context: SentenceContext) -> String? {
        context.texts[.suggestedPlace(id)].map(context.excerpt)
    }

    package func clause(in context: SentenceContext) -> String? {
        guard let new else { return nil }
        let name = context.name(of: author)
        switch new.state {
        case .open:
            guard let guest = new.proposal.guest else {
                return context.say(
                    "change.suggestion.made",
                    [
                        "name": .text(name),
                        "what": .words(new.proposal.text(in: context, placeInWords: words(in: context))),
                    ])
            }
            let guestName =
                if case .person(let person) = guest { context.name(of: person) } else { context.unknownName }
            return context.say("change.suggestion.guest", ["name": .text(name), "guest": .text(guestName)])
        case .accepted:
            return author == context.reader
                ? context.say("change.suggestion.yourTaken")
                : context.say("change.suggestion.taken", ["name": .text(name)])
        case .denied:
            let what = MessageValue.words(
                new.proposal.text(in: context, placeInWords: words(in: context)))
            return new.reason.map {
                context.say("change.suggestion.deniedWhy", ["what": what, "word": .text($0)])
            } ?? context.say("change.suggestion.denied", ["what": what])
        }
    }
}

/// The part of a suggestion that changes store.
@MemberwiseInit(unlabeled: 2)
package struct SuggestionSnapshot: Hashable, Sendable {
    package enum State: String, Hashable, Sendable, CaseIterable {
        case open, accepted, denied
    }

    package var state: State
    package var proposal: ProposalSummary
    /// The host's reason for denying it.
    package var reason: String? = nil
}

extension SuggestionSnapshot: StoredValue {
    package func encode(to writer: inout JSONWriter) {
        writer.object {
            $0.field("state", state.rawValue)
            proposal.encodeMembers(to: &$0)
            $0.field("word", ifPresent: reason)
        }
    }

    package init?(stored value: JSONValue) {
        guard case .object(let object) = value, let proposal = ProposalSummary(stored: value),
            let state = object.text("state").flatMap({ State(rawValue: $0) })
        else { return nil }
        self.init(state, proposal, reason: object.text("word"))
    }
}

extension Change {
    package static func suggestion(
        _ id: SuggestionID, by author: PersonID, from old: SuggestionSnapshot?, to new: SuggestionSnapshot?
    ) -> Change {
        Change(SuggestionChange(id: id, author: author, old: old, new: new))
    }
}
