import HTTPKit
import NoonishAPI
import Outings

/// A validated message.
struct MessageInput: Sendable {
    let text: String
    /// Without duplicates.
    let mentions: [PersonID]

    init(_ body: ObjectReader) throws(Problem) {
        var body = body
        let text = body.required("text", .text(MessageLimits.text, multiline: true))
        let mentions = body.array("mentions", .person, max: MessageLimits.mentions)
        self.text = try body.finish(text)
        self.mentions = Set(mentions).sorted()
    }

    init(text: String, mentions: [PersonID]) {
        self.text = text
        self.mentions = mentions
    }
}

/// A validated merge patch of a message (RFC 7396).
struct MessagePatch: Sendable {
    let text: PatchField<String>
    let mentions: [PersonID]?

    init(_ body: ObjectReader) throws(Problem) {
        var body = body
        text = body.field("text", .text(MessageLimits.text, multiline: true))
        mentions =
            body.has("mentions")
            ? Set(body.array("mentions", .person, max: MessageLimits.mentions)).sorted() : nil
        if case .null = text {
            body.refuse("text", "missing", "A message needs text. Delete the message to remove it.")
        }
        try body.finish()
    }

    func applied(to message: MessageRow) -> MessageInput {
        var newText = message.text ?? ""
        if case .value(let text) = text { newText = text }
        return MessageInput(text: newText, mentions: mentions ?? message.mentions.map(\.id).sorted())
    }
}

extension ValueParser where Value == PersonID {
    fileprivate static var person: ValueParser<PersonID> {
        .parsed("an id", code: "malformed_id", longest: 36) { PersonID($0) }
    }
}
