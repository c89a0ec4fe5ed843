package import Foundation
import Initializers
package import NoonishAPI

/// The changes of one edit, as stored in a row of `outing_change`.
@MemberwiseInit
package struct RecordedChange: Hashable, Sendable {
    package let rev: Int
    /// `nil` for the service itself.
    package let actor: PersonID?
    package let at: Date
    package let changes: [Change]
}

extension [RecordedChange] {
    /// Returns what `reader` does not know yet: the difference between what they know, which is the state
    /// before these changes with their own edits applied, and the state after all of them.
    ///
    /// - People are not notified of their own edits. An edit that was undone before it was reported is not
    ///   reported. A person who moved the time is notified if another person moved it back.
    /// - A new invitee gets only the invitation, a removed one only the farewell. An invitation to an outing
    ///   that was cancelled meanwhile is not sent; only people who attend are notified of the cancellation.
    /// - Each kind decides the rest by ``ChangeKind/isNews(to:as:among:)``.
    /// - Precondition: These are all changes after the revision that the reader was notified of, oldest first, without
    ///   a gap.
    package func news(for reader: NewsReader) -> [Change] {
        let pending = pending(for: reader)
        if let own = pending.values.first(where: { $0.kind.membership?.person == reader.person }) {
            if case .joined? = own.kind.membership,
                let end = pending.values.first(where: { $0.kind.endsOuting })
            {
                return reader.standing?.status == .invited ? [] : [end]
            }
            return [own]
        }
        guard let standing = reader.standing else { return [] }
        return pending.values
            .filter { $0.kind.isNews(to: reader, as: standing, among: pending) }
            .sorted { ($0.kind.rank, $0.subject.id) < ($1.kind.rank, $1.subject.id) }
    }

    /// Folds everything that the reader does not know and did not do themselves.
    private func pending(for reader: NewsReader) -> [ChangeSubject: Change] {
        var pending: [ChangeSubject: Change] = [:]
        for recorded in self {
            let isOwn = recorded.actor == reader.person
            if !isOwn,
                let invitation = recorded.changes.first(where: {
                    $0.kind.membership == .joined(reader.person)
                })
            {
                // Earlier changes, and other people invited with them, are not news to a new invitee.
                pending = [invitation.subject: invitation]
                continue
            }
            for change in recorded.changes where !change.kind.isKnown(to: reader, at: recorded.rev) {
                for (subject, earlier) in pending where earlier.kind.isOutdated(by: change) {
                    pending[subject] = nil
                }
                let subject = change.subject
                if isOwn {
                    pending[subject] = nil
                } else if let earlier = pending[subject] {
                    pending[subject] = earlier.folded(with: change)
                } else {
                    pending[subject] = change
                }
            }
        }
        return pending
    }

    /// Returns who last made each of `changes` whose sentence says so.
    package func actors(of changes: [Change]) -> [ChangeSubject: PersonID] {
        let subjects = Set(changes.filter(\.kind.namesActor).map(\.subject))
        guard !subjects.isEmpty else { return [:] }
        var actors: [ChangeSubject: PersonID] = [:]
        for recorded in self {
            guard let actor = recorded.actor else { continue }
            for change in recorded.changes where subjects.contains(change.subject) {
                actors[change.subject] = actor
            }
        }
        return actors
    }
}
