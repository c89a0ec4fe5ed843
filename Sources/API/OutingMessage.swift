public import Foundation
public import JSON

/// A message to all people of an outing.
@JSONObject
public struct OutingMessage: Hashable, Sendable, JSONCodable {
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
@JSONObject
public struct UnreadMessages: Hashable, Sendable, JSONCodable {
    public var outing: OutingReference
    public var unread: Int
}
