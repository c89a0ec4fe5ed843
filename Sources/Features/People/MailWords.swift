internal import Foundation

/// What a mail says, before anybody has an address or a date for it.
struct MailContent: Hashable, Sendable {
    let subject: String
    let text: String
    let html: String
}

/// The words of every mail that people get about their account and their friends.
enum MailWords {
    /// A code on a line of its own, where ``KeptMail`` finds it, and a link.
    static func signIn(code: String, link: String, minutes: Int) -> MailContent {
        content(
            subject: "Sign in to Noonish",
            [
                .words("Your code is"), .code(code),
                .words("Or open this link in the browser that asked for it:"), .link(link),
                .words("Both work once, for \(minutes) minutes."),
                .words("You did not ask for this? Then do nothing: nobody gets in without this mail."),
            ])
    }

    static func friendRequest(from name: String, link: String) -> MailContent {
        content(
            subject: "\(name) would like to be your friend on Noonish",
            [
                .words("\(name) would like to be your friend on Noonish, where friends plan meals together."),
                .words("Sign in with this address to say yes or no:"), .link(link),
                .words("You do not know them? Then do nothing. They are not told, and you get no reminder."),
            ])
    }

    private enum Paragraph {
        case words(String)
        case code(String)
        case link(String)
    }

    private static func content(subject: String, _ paragraphs: [Paragraph]) -> MailContent {
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
            html: "<!doctype html><html lang=\"en\"><body style=\"font-family:sans-serif\">"
                + html.joined() + "</body></html>")
    }
}

extension String {
    /// Safe as text and inside a quoted attribute of HTML.
    var escapedForHTML: String {
        replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
            .replacing("\"", with: "&quot;").replacing("'", with: "&#39;")
    }
}
