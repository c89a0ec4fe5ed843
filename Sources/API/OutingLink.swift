public import Foundation
public import JSON

/// A link to an outing that anyone who has it may open.
@JSONObject
public struct OutingLink: WireValue {
    public var id: LinkID
    public var url: String
    public var createdAt: Date
    public var expiresAt: Date
    /// How many people may join with it; `nil` for any number.
    public var maxUses: Int?
    /// The largest party of a person who comes by it.
    public var maxPartySize: Int
    public var uses: Int
    /// People on the list who came by it.
    public var attendees: Int
}
