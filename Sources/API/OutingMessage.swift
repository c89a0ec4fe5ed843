public import Foundation
public import JSON

/// A message to all people of an outing.
@JSONObject
public struct OutingMessage: WireValue {
    public var id: OutingMessageID
    /// The person, or the venue with its restaurant's ID and name if ``isFromVenue``.
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
    /// Whether a venue that has the outing's order wrote it. Its words stay as they are.
    public var isFromVenue: Bool
}

/// A page of messages, newest first, and the caller's state among them.
@JSONObject
public struct OutingMessagePage: WireValue {
    public var items: [OutingMessage]
    /// The cursor for older messages; `nil` on the last page.
    public var next: String?
    @JSONMember(flattened: true) public var reader: MessageReadState
}

/// One person's state among the messages of an outing.
@JSONObject(flattenable: true)
public struct MessageReadState: WireValue {
    /// The number of other people's messages since the person last read, or was invited.
    public var unread: Int
    /// Whether the person is notified only of messages that mention them.
    public var muted: Bool
}

/// An outing with messages that the caller has not read.
@JSONObject
public struct UnreadMessages: WireValue {
    public var outing: OutingReference
    public var unread: Int
}
