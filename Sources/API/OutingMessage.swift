public import Foundation
public import JSON

/// A message to all people of an outing.
public struct OutingMessage: Hashable, Sendable {
    public var id: OutingMessageID
    public var author: Person
    /// `nil` for a deleted message, of which only the placeholder remains.
    public var text: String?
    /// The people mentioned. They are notified even if they have muted messages.
    public var mentions: [Person]
    public var at: Date
    /// When the text was last edited; `nil` if never.
    public var editedAt: Date?
    public var deletedAt: Date?
    /// Whether the caller wrote it.
    public var own: Bool
    /// Whether the caller may still edit the text.
    public var editable: Bool

    public init(
        id: OutingMessageID, author: Person, text: String?, mentions: [Person], at: Date, editedAt: Date?,
        deletedAt: Date?, own: Bool, editable: Bool
    ) {
        self.id = id
        self.author = author
        self.text = text
        self.mentions = mentions
        self.at = at
        self.editedAt = editedAt
        self.deletedAt = deletedAt
        self.own = own
        self.editable = editable
    }
}

extension OutingMessage: JSONCodable {
    public func encode(to writer: inout JSONWriter) {
        writer.object {
            $0.field("id", id)
            $0.field("author", author)
            $0.field("text", text)
            $0.field("mentions", mentions)
            $0.field("at", at)
            $0.field("editedAt", editedAt)
            $0.field("deletedAt", deletedAt)
            $0.field("own", own)
            $0.field("editable", editable)
        }
    }

    public init(from reader: inout JSONReader) throws(JSONFault) {
        let read = try reader.members()
        try self.init(
            id: read("id"), author: read("author"), text: read.optional("text"), mentions: read("mentions"),
            at: read("at"), editedAt: read.optional("editedAt"), deletedAt: read.optional("deletedAt"),
            own: read("own"), editable: read("editable"))
    }
}

/// A page of messages, newest first, and the caller's state among them.
public struct OutingMessagePage: Hashable, Sendable {
    public var items: [OutingMessage]
    /// The cursor for older messages; `nil` on the last page.
    public var next: String?
    public var reader: MessageReadState

    public init(items: [OutingMessage], next: String?, reader: MessageReadState) {
        self.items = items
        self.next = next
        self.reader = reader
    }
}

extension OutingMessagePage: JSONCodable {
    public func encode(to writer: inout JSONWriter) {
        writer.object {
            $0.field("items", items)
            $0.field("next", next)
            reader.write(to: &$0)
        }
    }

    public init(from reader: inout JSONReader) throws(JSONFault) {
        let read = try reader.members()
        try self.init(
            items: read("items"), next: read.optional("next"),
            reader: MessageReadState(unread: read("unread"), muted: read("muted")))
    }
}

/// One person's state among the messages of an outing.
public struct MessageReadState: Hashable, Sendable, JSONCodable {
    /// The number of other people's messages since the person last read, or was invited.
    public var unread: Int
    /// Whether the person is notified only of messages that mention them.
    public var muted: Bool

    public init(unread: Int, muted: Bool) {
        self.unread = unread
        self.muted = muted
    }

    public func encode(to writer: inout JSONWriter) { writer.object { write(to: &$0) } }

    public init(from reader: inout JSONReader) throws(JSONFault) {
        let read = try reader.members()
        try self.init(unread: read("unread"), muted: read("muted"))
    }

    fileprivate func write(to writer: inout JSONWriter) {
        writer.field("unread", unread)
        writer.field("muted", muted)
    }
}

/// An outing with messages that the caller has not read.
public struct UnreadMessages: Hashable, Sendable, JSONCodable {
    public var outing: OutingReference
    public var unread: Int

    public init(outing: OutingReference, unread: Int) {
        self.outing = outing
        self.unread = unread
    }

    public func encode(to writer: inout JSONWriter) {
        writer.object {
            $0.field("outing", outing)
            $0.field("unread", unread)
        }
    }

    public init(from reader: inout JSONReader) throws(JSONFault) {
        let read = try reader.members()
        try self.init(outing: read("outing"), unread: read("unread"))
    }
}
