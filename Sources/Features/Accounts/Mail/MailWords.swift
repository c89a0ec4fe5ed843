package import Foundation
package import Localization

/// What a mail says, before anybody has an address or a date for it.
package struct MailContent: Hashable, Sendable {
    let subject: String
    let text: String
    let html: String
}

/// Every mail that people get about their account and their friends, in the reader's language.
package struct MailWords {
    let language: Language

    package init(language: Language) { self.language = language }

    /// A code on a line of its own, where ``KeptMail`` finds it, and a link.
    func signIn(code: String, link: String, minutes: Int) -> MailContent {
        content(
            subject: language.say("mail.signIn.subject"),
            [
                .words(language.say("mail.signIn.code")), .code(code),
                .words(language.say("mail.signIn.link")), .link(link),
                .words(language.say("mail.signIn.life", ["minutes": .number(minutes)])),
                .words(language.say("mail.signIn.unasked")),
            ])
    }

    /// For an address that somebody wants to have in their account.
    func addressCode(_ code: String, minutes: Int) -> MailContent {
        content(
            subject: language.say("mail.address.subject"),
            [
                .words(language.say("mail.address.code")), .code(code),
                .words(language.say("mail.address.life", ["minutes": .number(minutes)])),
                .words(language.say("mail.address.unasked")),
            ])
    }

    /// For an address that an account had until now.
    func addressChanged(to address: String) -> MailContent {
        content(
            subject: language.say("mail.addressChanged.subject"),
            [
                .words(language.say("mail.addressChanged.to", ["address": .text(address)])),
                .words(language.say("mail.addressChanged.unasked")),
            ])
    }

    /// For somebody whose account got another way in.
    func wayInAdded(_ way: String, link: String) -> MailContent {
        content(
            subject: language.say("mail.wayIn.subject"),
            [
                .words(language.say("mail.wayIn.added", ["way": .text(way)])),
                .words(language.say("mail.wayIn.unasked")), .link(link),
            ])
    }

    package func exportIsReady(link: String, hours: Int) -> MailContent {
        content(
            subject: language.say("mail.export.subject"),
            [
                .words(language.say("mail.export.ready", ["hours": .number(hours)])), .link(link),
                .words(language.say("mail.export.unasked")),
            ])
    }

    /// - Parameter zone: The reader's own, in which the moment is said.
    package func erasureIsDue(_ due: Date, in zone: TimeZone, link: String) -> MailContent {
        let day = language.say("time.dayWithYear", ["when": .moment(due, zone)])
        let clock = language.say("time.clock", ["when": .moment(due, zone)])
        let moment = language.say("time.moment", ["day": .words(day), "clock": .words(clock)])
        return content(
            subject: language.say("mail.erasure.subject"),
            [
                .words(language.say("mail.erasure.due", ["moment": .words(moment)])), .link(link),
                .words(language.say("mail.erasure.unasked")),
            ])
    }

    package func friendRequest(from name: String, link: String) -> MailContent {
        content(
            subject: language.say("mail.friend.subject", ["name": .text(name)]),
            [
                .words(language.say("mail.friend.asks", ["name": .text(name)])),
                .words(language.say("mail.friend.answer")), .link(link),
                .words(language.say("mail.friend.unknown")),
            ])
    }

    func answerRefused(title: String, why: String, link: String) -> MailContent {
        content(
            subject: language.say("mail.answerRefused.subject", ["title": .text(title)]),
            [
                .words(language.say("mail.answerRefused.why", ["title": .text(title)])), .words(why),
                .words(language.say("mail.answerRefused.answer")), .link(link),
            ])
    }

    /// Links to everything that somebody is invited to.
    package func invitationLinks(_ links: [(title: String, url: String)]) -> MailContent {
        content(
            subject: language.say("mail.links.subject"),
            [.words(language.say("mail.links.here"))]
                + links.flatMap { [.words($0.title), .link($0.url)] }
                + [.words(language.say("mail.links.own")), .words(language.say("mail.links.unasked"))])
    }

    private enum Paragraph {
        case words(String)
        case code(String)
        case link(String)
    }

    private func content(subject: String, _ paragraphs: [Paragraph]) -> MailContent {
        let text = paragraphs.map { paragraph in
            switch paragraph {
            case .words(let text), .code(let text), .link(let text): text
            }
        }
        let html = paragraphs.map { paragraph in
            switch paragraph {
            case .words(let text): "<p>\(text.escapedForHTML)</p>"
            case .code(let code):
                "<p style=\"font-size:28px;letter-spacing:4px\"><b>\(code.escapedForHTML)</b></p>"
            case .link(let link): "<p><a href=\"\(link.escapedForHTML)\">\(link.escapedForHTML)</a></p>"
            }
        }
        return MailContent(
            subject: subject, text: text.joined(separator: "\n\n") + "\n",
            html:
                "<!doctype html><html lang=\"\(language.tag)\" dir=\"\(language.direction)\"><body style=\"font-family:sans-serif\">"
                + html.joined() + "</body></html>")
    }
}

extension String {
    /// Safe as text and inside a quoted attribute of HTML.
    package var escapedForHTML: String {
        replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
            .replacing("\"", with: "&quot;").replacing("'", with: "&#39;")
    }
}
