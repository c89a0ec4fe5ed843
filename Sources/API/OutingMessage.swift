public import Foundation
public import JSON

/// What somebody said to everybody on an outing's list.
public struct OutingMessage: Hashable, Sendable {
    public var id: OutingMessageID
    public var author: Person
    /// Nil: it was deleted, and only its place is left.
    public var text: String?
    /// People on the list whom it is about; they are told even where they do not want to hear of messages.
    public var mentions: [Person]
    public var at: Date
    /// When its text was last changed; nil = never.
    public var editedAt: Date?
    public var deletedAt: Date?
    /// Whether it is the reader's own.
    public var own: Bool
    /// Whether the reader may still change its text.
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

/// A page of messages, the newest first, and where the reader stands among them.
public struct OutingMessagePage: Hashable, Sendable {
    public var items: [OutingMessage]
    /// Asks for older ones; nil on the last page.
    public var next: String?
    public var reader: MessageReader

    public init(items: [OutingMessage], next: String?, reader: MessageReader) {
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
            reader: MessageReader(unread: read("unread"), muted: read("muted")))
    }
}

/// Where one person stands among the messages of one outing.
public struct MessageReader: Hashable, Sendable, JSONCodable {
    /// Messages of others since they read last, or were asked along.
    public var unread: Int
    /// Whether they do not want to hear of messages, but of those that mention them.
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

/// An outing with messages that the reader has not read.
public struct UnreadMessages: Hashable, Sendable, JSONCodable {
    public var outing: OutingTitle
    public var unread: Int

    public init(outing: OutingTitle, unread: Int) {
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
