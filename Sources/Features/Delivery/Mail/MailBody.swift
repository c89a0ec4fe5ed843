import Foundation
import Localization
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
        if let source { parts.append(source) }
        if !footer.isEmpty { parts.append("-- \n\(footer)\n\(phrases.fact(unsubscribeText, unsubscribe))") }
        return parts.joined(separator: "\n\n") + "\n"
    }

    var html: String {
        let language = phrases.language
        let rows = facts.map { fact in
            """
            <tr><td style="padding-block:4px;padding-inline-end:16px;color:#655f58;vertical-align:top">\(escaped(fact.name))</td>\
            <td dir="auto" style="padding:4px 0;text-align:start">\(escaped(fact.text).replacing("\n", with: "<br>"))</td></tr>
            """
        }
        var body = """
            <h1 dir="auto" style="font-size:22px;margin:0 0 12px">\(escaped(title))</h1>
            <p style="font-size:17px;margin:0 0 20px">\(escaped(sentence))</p>
            """
        if !rows.isEmpty {
            body += "\n<table role=\"presentation\" style=\"border-collapse:collapse;margin:0 0 24px\">\n"
            body += rows.joined(separator: "\n") + "\n</table>"
        }
        if let link {
            body += """

                <p style="margin:0 0 28px"><a href="\(escaped(link))" style="background:#f7b52c;color:#1d1a16;\
                padding:12px 20px;border-radius:10px;text-decoration:none;font-weight:600">\(escaped(linkText))</a></p>
                """
        }
        if let source {
            body += "\n<p style=\"font-size:13px;color:#655f58;margin:0 0 12px\">\(escaped(source))</p>"
        }
        if !footer.isEmpty {
            body += """

                <p style="font-size:13px;color:#655f58;margin:0">\(escaped(footer)) \
                <a href="\(escaped(unsubscribe))" style="color:#655f58">\(escaped(unsubscribeText))</a></p>
                """
        }
        return """
            <!doctype html>
            <html lang="\(language.tag)" dir="\(language.direction)"><head><meta charset="utf-8">\
            <meta name="viewport" content="width=device-width"><title>\(escaped(title))</title></head>
            <body style="margin:0;background:#f6f4f2;color:#1d1a16;font-family:system-ui,sans-serif;line-height:1.45">
            <div style="max-width:560px;margin:0 auto;padding:28px 20px">
            \(body)
            </div></body></html>
            """
    }

    /// Returns a text escaped for HTML, between tags and in quoted attributes.
    private func escaped(_ text: String) -> String {
        var escaped = ""
        for character in text {
            switch character {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "'": escaped += "&#39;"
            default: escaped.append(character)
            }
        }
        return escaped
    }
}
