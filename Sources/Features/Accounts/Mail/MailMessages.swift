package import Foundation
import Initializers
package import Localization
import Mail

/// The subject and body of a mail, without recipient and date.
package struct MailContent: Hashable, Sendable {
    let subject: String
    let text: String
    let html: String
}

/// The texts of all mails about accounts and friends, in the reader's language.
@MemberwiseInit
package struct MailMessages {
    let language: Language

    /// The sign-in mail: a link, and a code on a line of its own, where ``OutboxMail`` finds it.
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

    /// The mail that verifies a new address for an account.
    func addressCode(_ code: String, minutes: Int) -> MailContent {
        content(
            subject: language.say("mail.address.subject"),
            [
                .words(language.say("mail.address.code")), .code(code),
                .words(language.say("mail.address.life", ["minutes": .number(minutes)])),
                .words(language.say("mail.address.unasked")),
            ])
    }

    /// The notice to an account's previous address.
    func addressChanged(to address: String) -> MailContent {
        content(
            subject: language.say("mail.addressChanged.subject"),
            [
                .words(language.say("mail.addressChanged.to", ["address": .text(address)])),
                .words(language.say("mail.addressChanged.unasked")),
            ])
    }

    /// The notice that a sign-in method was added to an account.
    func signInMethodAdded(_ way: String, link: String) -> MailContent {
        content(
            subject: language.say("mail.wayIn.subject"),
            [
                .words(language.say("mail.wayIn.added", ["way": .text(way)])),
                .words(language.say("mail.wayIn.unasked")), .link(link),
            ])
    }

    /// The mail with the code that proves who runs a restaurant.
    package func venueCode(_ code: String, restaurant: String, hours: Int) -> MailContent {
        content(
            subject: language.say("mail.venueCode.subject", ["place": .text(restaurant)]),
            [
                .words(language.say("mail.venueCode.code", ["place": .text(restaurant)])), .code(code),
                .words(language.say("mail.venueCode.life", ["hours": .number(hours)])),
                .words(language.say("mail.venueCode.unasked")),
            ])
    }

    /// The notice to a restaurant's published address that a member proved to run it.
    package func venueClaimed(restaurant: String, hours: Int, link: String) -> MailContent {
        content(
            subject: language.say("mail.venueClaimed.subject", ["place": .text(restaurant)]),
            [
                .words(
                    language.say(
                        "mail.venueClaimed.proven", ["place": .text(restaurant), "hours": .number(hours)])),
                .words(language.say("mail.venueClaimed.object")), .link(link),
            ])
    }

    package func exportReady(link: String, hours: Int) -> MailContent {
        content(
            subject: language.say("mail.export.subject"),
            [
                .words(language.say("mail.export.ready", ["hours": .number(hours)])), .link(link),
                .words(language.say("mail.export.unasked")),
            ])
    }

    /// - Parameter zone: The reader's time zone, used to format `due`.
    package func erasureScheduled(_ due: Date, in zone: TimeZone, link: String) -> MailContent {
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

    /// The mail that verifies the address to which a guest wants news of an outing.
    package func addressConfirmation(title: String, link: String) -> MailContent {
        content(
            subject: language.say("mail.guestAddress.subject"),
            [
                .words(language.say("mail.guestAddress.asked", ["title": .text(title)])), .link(link),
                .words(language.say("mail.guestAddress.unasked")),
            ])
    }

    /// The mail with links to all of a person's invitations.
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
        let html = HTMLMail(
            title: subject, language: language.tag, direction: language.direction,
            blocks: paragraphs.map { paragraph in
                switch paragraph {
                case .words(let text): .text(text)
                case .code(let code): .code(code)
                case .link(let link): .link(link)
                }
            })
        return MailContent(
            subject: subject, text: text.joined(separator: "\n\n") + "\n", html: html.render())
    }
}
