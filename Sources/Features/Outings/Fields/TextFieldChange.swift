package import HTTPKit
package import Journal
import Localization
package import OpenAPI

/// A change of a plain field that is text. Its sentences are `change.NAME.set`, `.changed` and `.removed`, with an
/// excerpt of the text as `{NAME}`, and the same with `By` at the end and the person who did it as `{name}`; `mail.NAME` is
/// its label in mails.
package protocol TextFieldChange: PlainFieldChange, LongTextTransition where Value == String? {
    /// In Unicode scalars.
    static var length: ClosedRange<Int> { get }
    static var isMultiline: Bool { get }
    static var example: String { get }
}

extension TextFieldChange {
    package static var isMultiline: Bool { false }
    package static var isIntroduced: Bool { true }
    package static var input: ValueParser<String> { .text(length, multiline: isMultiline) }
    package static var inputSchema: Schema { .text(length, multiline: isMultiline, example) }
    package static var outputSchema: Schema { .string(example) }

    package var audience: Audience { .all }
    package var namesActor: Bool { true }

    package func clause(in context: SentenceContext) -> String? {
        let actor = context.actorName(of: subject)
        let verb = new == nil ? "removed" : old == nil ? "set" : "changed"
        var values: [String: MessageValue] = [:]
        if let new { values[Self.name.description] = .text(context.excerpt(new)) }
        if let actor { values["name"] = .text(actor) }
        return context.say("change.\(Self.name).\(verb)\(actor == nil ? "" : "By")", values)
    }
}

extension OutingState {
    /// The text fields that are set, with the keys of their labels, for a mail.
    package var labelledTexts: [(label: String, text: String)] {
        Self.plainFields.compactMap { field in
            guard let field = field as? any TextFieldChange.Type, let text = self[keyPath: field.field]
            else { return nil }
            return ("mail.\(field.name)", text)
        }
    }
}
