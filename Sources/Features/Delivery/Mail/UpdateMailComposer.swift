import Access
import Bills
import CalendarFeeds
import Foundation
import Journal
import Localization
import Mail
import News
import NoonishAPI
import Outings

/// Composes the mail of a notice: what changed, the present facts, and a link to the outing.
package struct UpdateMailComposer: Sendable {
    let site: Site
    let from: MailAddress
    /// `nil` if no inbound mail is configured.
    let inbound: InboundAddresses?

    /// Composes the mail.
    ///
    /// - Parameters:
    ///   - share: The share of a person who was removed; `nil` if they have none.
    ///   - debts: What that person owes, with the ways to pay.
    /// - Throws: ``MailFault`` if a link or an id is not permitted in a mail.
    func message(
        _ notice: Notice, words: SentenceContext, to: MailAddress, share: String? = nil,
        debts: [Debt] = []
    ) throws(MailFault) -> MailMessage {
        let phrases = words.phrases
        let link = notice.isFarewell ? nil : self.link(for: notice)
        let body = MailBody(
            title: notice.title, sentence: words.sentence(notice.changes, isSnapshot: notice.isSnapshot),
            facts: notice.isFarewell
                ? (share.map { [MailBody.Fact(name: words.say("mail.share"), text: $0)] } ?? [])
                    + debts.flatMap { Self.instructions(of: $0, phrases) }
                : facts(notice, words),
            link: link,
            linkText: linkText(for: notice, phrases),
            answers: answers(for: notice).map { (phrases.answer($0.status), $0.link) },
            source: notice.isFarewell ? nil : notice.row.attribution,
            footer: notice.isFarewell
                ? ""
                : phrases.whyMail(
                    title: notice.title, isHost: notice.row.outing.mine?.answer.role == .host,
                    inviter: words.inviter),
            unsubscribeText: phrases.unsubscribeLink(),
            unsubscribe: site.url(
                UnsubscribeToken(outing: notice.outing, watch: notice.watch).path(site.key)),
            phrases: phrases)
        return MailMessage(
            id: try MessageID("\(notice.watch).\(notice.seenRev)", domain: from.domain),
            date: notice.row.outing.now,
            from: from, to: to, returnPath: try returnPath(notice), subject: subject(notice, words),
            text: body.text, html: body.html,
            references: [try MessageID("\(notice.watch)", domain: from.domain)],
            unsubscribe: try UnsubscribeLink(body.unsubscribe),
            calendar: try NoticeCalendar(notice: notice, from: from, inbound: inbound, to: to, link: link)
                .part())
    }

    /// Returns a return path that is unique to the invitation, so that a failure report identifies it
    /// whatever the report quotes.
    private func returnPath(_ notice: Notice) throws(MailFault) -> MailAddress? {
        guard let inbound, let invitation = notice.row.invitation else { return nil }
        return try MailAddress(inbound.text(.bounce, invitation))
    }

    private func subject(_ notice: Notice, _ words: SentenceContext) -> String {
        let phrases = words.phrases
        if notice.isInvitation {
            return phrases.invitationSubject(notice.title, inviter: words.inviter)
        }
        if notice.isCancellation {
            return phrases.cancelledSubject(notice.title)
        }
        let clauses = notice.isSnapshot ? [phrases.muchHasChanged()] : words.clauses(notice.changes)
        var subject = phrases.subject(notice.title, clauses.first ?? "")
        var summary = clauses.first ?? ""
        for clause in clauses.dropFirst() {
            summary = phrases.joined(summary, clause)
            let longer = phrases.subject(notice.title, summary)
            guard longer.count <= NewsLimits.subjectCharacters else { break }
            subject = longer
        }
        return subject
    }

    private func facts(_ notice: Notice, _ words: SentenceContext) -> [MailBody.Fact] {
        let phrases = words.phrases
        let state = notice.row.outing.state
        // What a cancelled outing left open is not going to be decided.
        let undecided = state.cancellation == nil ? phrases.stillOpen() : nil
        var facts = [
            (phrases.when(), state.time.map(words.wholeInZone) ?? undecided),
            (phrases.whereTo(), state.place.map(Self.line) ?? undecided),
            (phrases.host(), notice.row.outing.hostName),
        ].compactMap { name, text in text.map { MailBody.Fact(name: name, text: $0) } }
        if let deadline = state.deadline {
            facts.append(
                MailBody.Fact(
                    name: phrases.answerBy(), text: words.moment(deadline)))
        }
        return facts
            + state.labelledTexts.map { MailBody.Fact(name: words.say($0.label), text: $0.text) }
    }

    /// Returns a line for each way to pay a debt.
    private static func instructions(of debt: Debt, _ phrases: NoticeMessages) -> [MailBody.Fact] {
        guard !debt.instructions.isEmpty else {
            return [MailBody.Fact(name: debt.heading, text: debt.advice)]
        }
        return debt.instructions.map { instruction in
            let parts =
                [instruction.name, instruction.url].compactMap(\.self)
                + instruction.fields.map { phrases.fact($0.label, phrases.language.isolated($0.text)) }
            return MailBody.Fact(name: debt.heading, text: parts.joined(separator: " · "))
        }
    }

    /// Returns the name, the address and the attribution of a place.
    private static func line(_ place: OutingPlace) -> String {
        let line = [place.name, place.address].compactMap { $0 }.joined(separator: ", ")
        return place.attribution.map { "\(line) (\($0))" } ?? line
    }

    /// Returns the links by which a person who has not answered, or who answered for an earlier time or place, can do
    /// so, with or without an account and on a browser that is not signed in.
    private func answers(for notice: Notice) -> [(status: String, link: String)] {
        let outing = notice.row.outing
        guard let mine = outing.mine, let invitation = mine.invitation,
            notice.row.reader.isUnanswered || mine.changedSince(outing.whenWhereRev),
            !notice.isCancellation, outing.state.cancellation == nil
        else { return [] }
        let page = site.url("/i/" + site.key.personalToken(of: invitation.id))
        return InvitationPage.proposable.map { ($0, "\(page)?answer=\($0)") }
    }

    private func linkText(for notice: Notice, _ phrases: NoticeMessages) -> String {
        if notice.isInvitation {
            phrases.answerLink()
        } else if notice.changes.contains(where: { $0.as(SeatOfferChange.self)?.new != nil }) {
            phrases.takeSeatLink()
        } else {
            phrases.outingLink()
        }
    }

    /// Returns the link to the outing: for those who were invited the personal link, which shows it on a browser that is
    /// not signed in too and leads a member who is signed in to the outing's page.
    private func link(for notice: Notice) -> String {
        if let invitation = notice.row.outing.mine?.invitation {
            site.url("/i/" + site.key.personalToken(of: invitation.id))
        } else {
            site.url("/outings/\(notice.outing)")
        }
    }
}
