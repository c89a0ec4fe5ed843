package import JSON
package import Journal
import Localization
package import NoonishAPI

/// A person was invited or removed, answered, or got another role.
@StoredChange
package struct AttendeeChange: Transition {
    @JSONMember("person") package let attendee: PersonID
    /// `nil` if they were not on the list.
    package var old: Answer?
    package var new: Answer?

    package static let names = [
        "person_invited", "person_removed", "person_answered", "cohost_added", "cohost_removed",
        "host_changed",
    ]
    package var name: String {
        guard let old else { return "person_invited" }
        guard let new else { return "person_removed" }
        if old.role == new.role { return "person_answered" }
        if old.role == .host || new.role == .host { return "host_changed" }
        return new.role == .invitee ? "cohost_removed" : "cohost_added"
    }

    package var subject: ChangeSubject { .attendee(attendee) }
    package var person: PersonID? { attendee }
    package var membership: Membership? {
        if old == nil { .joined(attendee) } else if new == nil { .left(attendee) } else { nil }
    }

    /// Whether a host took their own seat. Every outing begins with this change.
    package var isBeginning: Bool { old == nil && new?.role == .host }

    private var isUnanswered: Bool { old == nil && new?.status == .invited }

    package var audience: Audience {
        guard let old else { return isUnanswered || isBeginning ? .all : .hosts }
        guard let new else { return .hosts }
        return old.role == new.role ? .hosts : .all
    }
    package var namesActor: Bool { isUnanswered }
    package var rank: Int { 140 }

    /// Hosts get the answers of a day in one mail.
    package func mailing(to reader: NewsReader) -> Mailing {
        if attendee == reader.person || name == "host_changed" { return .prompt }
        return reader.isHost && !isUnanswered && !changesRole ? .daily : .onRequest
    }

    private var changesRole: Bool {
        guard let old, let new else { return false }
        return old.role != new.role
    }

    package var quotations: [Quotation] {
        guard let new, new.status != .invited, !changesRole else { return [] }
        return [.answerNote(attendee)]
    }

    /// A note that was added to an unchanged answer has equal values.
    package func folded(with later: Self) -> Self? {
        var both = self
        both.new = later.new
        return both.old == both.new && old != new ? nil : both
    }

    package func isNews(
        to reader: NewsReader, as standing: Standing, among pending: [ChangeSubject: Change]
    ) -> Bool {
        attendee == reader.person || standing.status != .declined && audience.includes(standing)
    }

    package func clause(in context: SentenceContext) -> String? {
        let isReader = attendee == context.reader
        guard let new else {
            return isReader
                ? context.say("change.list.youRemoved")
                : context.say("change.list.removed", ["name": .text(context.name(of: attendee))])
        }
        if old == nil, isReader, context.inviter != nil || new.status == .invited {
            return context.inviter.map {
                context.say("change.list.youInvitedBy", ["inviter": .text($0)])
            } ?? context.say("change.list.youInvited")
        }
        // A person who joins through a share link is added to the list with their answer.
        let old = self.old ?? Answer()
        let note = isReader ? nil : context.texts[.answerNote(attendee)].map(context.excerpt)
        let clauses = [
            old.role == new.role ? nil : role(from: old.role, to: new.role, in: context),
            answer(from: old, to: new, isRepeated: self.old == new, in: context),
        ].compactMap(\.self)
        let clause = clauses.dropFirst().reduce(clauses.first ?? "", context.joined)
        guard let note else { return clause }
        return context.say("change.withNote", ["clause": .words(clause), "note": .text(note)])
    }

    /// - Parameter isRepeated: Whether the answer is the same and a note was added to it.
    private func answer(
        from old: Answer, to new: Answer, isRepeated: Bool, in context: SentenceContext
    ) -> String? {
        let guests = max(0, new.partySize - 1)
        if old.status == .waitlisted, new.status == .attending {
            return phrase("seated", ["guests": .number(guests)], in: context)
        }
        guard isRepeated || old.status != new.status || old.partySize != new.partySize else { return nil }
        let bringsGuests = new.status == .attending || new.status == .maybe
        return phrase(new.status.rawValue, bringsGuests ? ["guests": .number(guests)] : [:], in: context)
    }

    private func role(
        from old: AttendanceRole, to new: AttendanceRole, in context: SentenceContext
    ) -> String {
        let key =
            switch (old, new) {
            case (_, .host): "nowHost"
            case (_, .cohost): "nowCohost"
            case (.host, .invitee): "noHost"
            case (_, .invitee): "noCohost"
            }
        return phrase(key, [:], in: context)
    }

    /// Returns a message about the reader, or about another person by name.
    private func phrase(
        _ key: String, _ values: [String: MessageValue], in context: SentenceContext
    ) -> String {
        if attendee == context.reader { return context.say("change.you.\(key)", values) }
        var values = values
        values["name"] = .text(context.name(of: attendee))
        return context.say("change.other.\(key)", values)
    }

    package func isSummarized(for reader: PersonID) -> Bool { attendee != reader }

    /// Returns one clause for all new invitees, one for each of a few other changes, and the number of the rest.
    package static func summary(of changes: [Self], in context: SentenceContext) -> [String] {
        let others = changes.filter { !$0.isUnanswered }
        var clauses = [invitation(of: changes.filter(\.isUnanswered), in: context)].compactMap(\.self)
        clauses += others.prefix(OutingLimits.answersInWords).compactMap { $0.clause(in: context) }
        let rest = others.count - OutingLimits.answersInWords
        if rest > 0 { clauses.append(context.say("change.moreAnswers", ["count": .number(rest)])) }
        return clauses
    }
}

extension AttendeeChange {
    /// Returns how many people were invited, by whom if it was one person, and the name of a single one.
    private static func invitation(of invited: [Self], in context: SentenceContext) -> String? {
        guard !invited.isEmpty else { return nil }
        let actors = Set(invited.map { context.actorName(of: $0.subject) })
        guard actors.count == 1, case let actor?? = actors.first else {
            return context.say("change.list.invited", ["count": .number(invited.count)])
        }
        if invited.count == 1, let name = context.names[invited[0].attendee], name != Invitee.guestName {
            return context.say("change.list.invitedOneBy", ["actor": .text(actor), "name": .text(name)])
        }
        return context.say(
            "change.list.invitedBy", ["actor": .text(actor), "count": .number(invited.count)])
    }
}

extension Change {
    package static func attendee(_ person: PersonID, from old: Answer?, to new: Answer?) -> Change {
        Change(AttendeeChange(attendee: person, old: old, new: new))
    }
}

extension ChangeSubject {
    package static func attendee(_ person: PersonID) -> ChangeSubject {
        ChangeSubject(AttendeeChange.self, person.uuid)
    }
}
