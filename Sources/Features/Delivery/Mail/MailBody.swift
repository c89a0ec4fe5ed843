import Foundation
import Localization
import Mail
import News

/// The body of a mail, as text and as HTML.
struct MailBody: Sendable {
    struct Fact: Sendable {
        let name: String
        let text: String
    }

    let title: String
    let sentence: String
    let facts: [Fact]
    let link: String?
    let linkText: String
    /// Links to a page on which one press sends an answer: a link that sent it could be followed by a scanner of mail.
    let answers: [(text: String, link: String)]
    /// The attribution that the licence of the place's data requires.
    let source: String?
    let footer: String
    let unsubscribeText: String
    let unsubscribe: String
    let phrases: NoticeMessages

    var text: String {
        var parts = [title, sentence]
        if !facts.isEmpty {
            parts.append(facts.map { phrases.fact($0.name, $0.text) }.joined(separator: "\n"))
        }
        if let link { parts.append("\(linkText)\n\(link)") }
        parts += answers.map { "\($0.text)\n\($0.link)" }
        if let source { parts.append(source) }
        if !footer.isEmpty { parts.append("-- \n\(footer)\n\(phrases.fact(unsubscribeText, unsubscribe))") }
        return parts.joined(separator: "\n\n") + "\n"
    }

    var html: String {
        let language = phrases.language
        var blocks: [HTMLMail.Block] = [.heading(title), .lead(sentence)]
        if !facts.isEmpty { blocks.append(.table(facts.map { ($0.name, $0.text) })) }
        blocks += answers.map { .button($0.text, link: $0.link) }
        if let link { blocks.append(.button(linkText, link: link)) }
        if let source { blocks.append(.note(source)) }
        if !footer.isEmpty {
            blocks.append(.footer(footer, linkText: unsubscribeText, link: unsubscribe))
        }
        return HTMLMail(
            title: title, language: language.tag, direction: language.direction, blocks: blocks
        ).render()
    }
}
