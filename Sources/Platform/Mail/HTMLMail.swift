import Initializers
import Mustache

/// The HTML part of a mail. Every mail has the same template, so that all look alike and escape alike.
@MemberwiseInit
package struct HTMLMail: Sendable {
    package enum Block: Sendable {
        case heading(String)
        /// A paragraph that says what the mail is about, which may have several lines.
        case lead(String)
        case text(String)
        /// A code to type, in large digits.
        case code(String)
        case link(String)
        case button(String, link: String)
        /// Names with their values, which may have several lines.
        case table([(name: String, value: String)])
        /// Small print.
        case note(String)
        /// Small print that ends with a link.
        case footer(String, linkText: String, link: String)
    }

    private let title: String
    /// A language tag (BCP 47).
    private let language: String
    /// `ltr` or `rtl`.
    private let direction: String
    private let blocks: [Block]

    package func render() -> String {
        Self.template.render([
            "title": title, "language": language, "direction": direction, "blocks": blocks.map(\.values),
        ])
    }

    private static let template: MustacheTemplate = {
        do {
            return try MustacheTemplate(string: source)
        } catch {
            preconditionFailure("the template of mails is malformed: \(error)")
        }
    }()

    private static let source = """
        <!doctype html>
        <html lang="{{language}}" dir="{{direction}}"><head><meta charset="utf-8">\
        <meta name="viewport" content="width=device-width"><title>{{title}}</title></head>
        <body style="margin:0;background:#f6f4f2;color:#1d1a16;font-family:system-ui,sans-serif;line-height:1.45">
        <div style="max-width:560px;margin:0 auto;padding:28px 20px">
        {{#blocks}}\
        {{#heading}}<h1 dir="auto" style="font-size:22px;margin:0 0 12px">{{.}}</h1>{{/heading}}\
        {{#lead}}<p style="font-size:17px;margin:0 0 20px">\
        {{#lines}}{{.}}{{^last()}}<br>{{/last()}}{{/lines}}</p>{{/lead}}\
        {{#text}}<p style="margin:0 0 16px">{{.}}</p>{{/text}}\
        {{#code}}<p style="font-size:28px;letter-spacing:4px;margin:0 0 16px"><b>{{.}}</b></p>{{/code}}\
        {{#link}}<p style="margin:0 0 16px"><a href="{{.}}" style="color:#1d1a16">{{.}}</a></p>{{/link}}\
        {{#button}}<p style="margin:0 0 28px"><a href="{{address}}" style="background:#f7b52c;color:#1d1a16;\
        padding:12px 20px;border-radius:10px;text-decoration:none;font-weight:600">{{label}}</a></p>{{/button}}\
        {{#table}}<table role="presentation" style="border-collapse:collapse;margin:0 0 24px">\
        {{#rows}}<tr><td style="padding-block:4px;padding-inline-end:16px;color:#655f58;vertical-align:top">\
        {{name}}</td><td dir="auto" style="padding:4px 0;text-align:start">\
        {{#lines}}{{.}}{{^last()}}<br>{{/last()}}{{/lines}}</td></tr>{{/rows}}</table>{{/table}}\
        {{#note}}<p style="font-size:13px;color:#655f58;margin:0 0 12px">{{.}}</p>{{/note}}\
        {{#footer}}<p style="font-size:13px;color:#655f58;margin:0">{{reason}} \
        <a href="{{address}}" style="color:#655f58">{{label}}</a></p>{{/footer}}
        {{/blocks}}
        </div></body></html>

        """
}

extension HTMLMail.Block {
    /// The values of the template's block: one member, named after the case.
    fileprivate var values: [String: Any] {
        switch self {
        case .heading(let text): ["heading": text]
        case .lead(let text): ["lead": ["lines": Self.lines(of: text)]]
        case .text(let text): ["text": text]
        case .code(let code): ["code": code]
        case .link(let link): ["link": link]
        case .button(let label, let link): ["button": ["label": label, "address": link]]
        case .table(let rows):
            [
                "table": [
                    "rows": rows.map { row -> [String: Any] in
                        ["name": row.name, "lines": Self.lines(of: row.value)]
                    }
                ]
            ]
        case .note(let text): ["note": text]
        case .footer(let reason, let label, let link):
            ["footer": ["reason": reason, "label": label, "address": link]]
        }
    }
    private static func lines(of text: String) -> [String] {
        text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }
}
