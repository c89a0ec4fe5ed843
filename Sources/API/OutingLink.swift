public import Foundation
public import JSON

/// A link to an outing that anyone who has it may open.
public struct OutingLink: Hashable, Sendable, JSONCodable {
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

    public init(
        id: LinkID, url: String, createdAt: Date, expiresAt: Date, maxUses: Int?, maxPartySize: Int,
        uses: Int, attendees: Int
    ) {
        self.id = id
        self.url = url
        self.createdAt = createdAt
        self.expiresAt = expiresAt
        self.maxUses = maxUses
        self.maxPartySize = maxPartySize
        self.uses = uses
        self.attendees = attendees
    }

    public func encode(to writer: inout JSONWriter) {
        writer.object {
            $0.field("id", id)
            $0.field("url", url)
            $0.field("createdAt", createdAt)
            $0.field("expiresAt", expiresAt)
            $0.field("maxUses", maxUses)
            $0.field("maxPartySize", maxPartySize)
            $0.field("uses", uses)
            $0.field("attendees", attendees)
        }
    }

    public init(from reader: inout JSONReader) throws(JSONFault) {
        let read = try reader.members()
        try self.init(
            id: read("id"), url: read("url"), createdAt: read("createdAt"), expiresAt: read("expiresAt"),
            maxUses: read.optional("maxUses"), maxPartySize: read("maxPartySize"), uses: read("uses"),
            attendees: read("attendees"))
    }
}
