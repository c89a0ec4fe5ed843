import Initializers
package import JSON
package import Journal
import Localization
package import NoonishAPI

/// A message was posted, edited or deleted. The change does not contain the text, which is read when a notice
/// is composed, so that deleting the row is enough.
@StoredChange
struct MessageChange: Transition {
    let message: OutingMessageID
    /// `nil` for the words of a venue.
    @JSONMember("person", omitIfNil: true) let author: PersonID?
    /// The name of the venue whose words they are; `nil` for a person's.
    @JSONMember(omitIfNil: true) let place: String?
    /// `nil` if it was just posted. The new value is `nil` if it was deleted.
    var old: MessageSnapshot?
    var new: MessageSnapshot?

    static let names = ["message_posted", "message_edited", "message_deleted", "venue_message_posted"]
    static let isHistory = false
    var name: String {
        if place != nil { return "venue_message_posted" }
        return if old == nil { "message_posted" } else if new == nil { "message_deleted" } else {
            "message_edited"
        }
    }

    var subject: ChangeSubject { ChangeSubject(Self.self, message.uuid) }
    var person: PersonID? { author }
    var quotations: [Quotation] { [.message(message)] }

    var audience: Audience { .all }
    var urgency: Urgency { new?.mentions.isEmpty ?? true ? .calm : .normal }
    func mailing(to reader: NewsReader) -> Mailing {
        isFirstMention(of: reader.person) ? .prompt : .onRequest
    }
    var rank: Int { 200 }

    func isKnown(to reader: NewsReader, at rev: Int) -> Bool { new != nil && rev <= reader.readRev }

    /// Reported are new messages by other people, and edits that add a mention of the reader. Deleted
    /// messages are not reported. People who muted the messages or declined are notified of mentions only.
    func isNews(
        to reader: NewsReader, as standing: Standing, among pending: [ChangeSubject: Change]
    ) -> Bool {
        guard new != nil, author != reader.person, !isHidden(from: reader) else { return false }
        if new?.mentions.contains(reader.person) == true { return isFirstMention(of: reader.person) }
        return old == nil && !reader.isMuted && standing.status != .declined
    }

    /// A block hides people, never a venue.
    private func isHidden(from reader: NewsReader) -> Bool {
        author.map { reader.hidden.contains($0) } ?? false
    }

    private func isFirstMention(of person: PersonID) -> Bool {
        new?.mentions.contains(person) == true && old?.mentions.contains(person) != true
    }

    func clause(in context: SentenceContext) -> String? {
        say(isFirstMention(of: context.reader) ? "change.message.mention" : "change.message.one", in: context)
    }

    func isSummarized(for reader: PersonID) -> Bool { !isFirstMention(of: reader) }

    /// Returns the number of messages, with the author of the last one.
    static func summary(of changes: [Self], in context: SentenceContext) -> [String] {
        guard let last = changes.last else { return [] }
        if changes.count == 1 { return [last.say("change.message.one", in: context)] }
        return [
            context.say(
                "change.message.several",
                ["count": .number(changes.count), "name": .text(last.authorName(in: context))])
        ]
    }

    private func say(_ key: String, in context: SentenceContext) -> String {
        let name = MessageValue.text(authorName(in: context))
        guard let text = context.texts[.message(message)] else {
            return context.say("change.message.gone", ["name": name])
        }
        return context.say(key, ["name": name, "text": .text(context.excerpt(text))])
    }

    private func authorName(in context: SentenceContext) -> String {
        place ?? author.map { context.name(of: $0) } ?? context.unknownName
    }
}

/// The part of a message that changes store.
@MemberwiseInit
package struct MessageSnapshot: Hashable, Sendable {
    /// Sorted by id.
    package var mentions: [PersonID]
}

extension MessageSnapshot: StoredValue {
    package func encode(to writer: inout JSONWriter) {
        writer.object { $0.field("mentions", mentions) }
    }

    package init?(stored value: JSONValue) {
        guard case .object(let object) = value, case .array(let mentions)? = object["mentions"] else {
            return nil
        }
        self.init(mentions: mentions.compactMap { String(stored: $0).flatMap { PersonID($0) } })
    }
}

extension Change {
    package static func message(
        _ message: OutingMessageID, _ author: PersonID, from old: MessageSnapshot?, to new: MessageSnapshot?
    ) -> Change {
        Change(MessageChange(message: message, author: author, place: nil, old: old, new: new))
    }

    /// The words of a venue.
    package static func message(_ message: OutingMessageID, from place: String) -> Change {
        Change(
            MessageChange(
                message: message, author: nil, place: place, old: nil, new: MessageSnapshot(mentions: [])))
    }
}

/// The kinds of changes of this feature.
package enum MessageChanges {
    package static let kinds: [any ChangeKind.Type] = [MessageChange.self]
}
