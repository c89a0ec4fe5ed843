public import Foundation
public import JSON

extension Subjects {
    public enum FriendRequest {}
}

public typealias FriendRequestID = ID<Subjects.FriendRequest>

/// One of the caller's friends.
@JSONObject
public struct Friend: WireValue {
    public var id: PersonID
    public var name: String
    /// The path of their picture; `nil` if there is none.
    @JSONMember(omitIfNil: true) public var picture: String?
    public let isFriend: Bool = true
    public var since: Date
}

/// An open friend request, sent or received by the caller.
@JSONObject
public struct FriendRequest: WireValue {
    public enum Direction: String, CaseIterable, WireValue {
        case incoming, outgoing
    }

    public var id: FriendRequestID
    public var direction: Direction
    /// The other person; `nil` for a request that was sent to an address.
    public var person: Person?
    /// The address that the caller entered. Its owner stays undisclosed until they accept.
    public var email: String?
    public var createdAt: Date
}

/// A page of the caller's friends, sorted by name, and all open requests.
@JSONObject
public struct FriendsPage: WireValue {
    public var items: [Friend]
    public var next: String?
    public var requests: [FriendRequest]

    public func encode(to writer: inout JSONWriter) {
        writer.object {
            $0.field("items", items)
            $0.field("next", next)
            $0.object("requests") { writer in
                writer.field("incoming", requests.filter { $0.direction == .incoming })
                writer.field("outgoing", requests.filter { $0.direction == .outgoing })
            }
        }
    }

    public init(from reader: inout JSONReader) throws(JSONFault) {
        let read = try reader.members()
        let requests: Requests = try read("requests")
        try self.init(
            items: read("items"), next: read.optional("next"), requests: requests.incoming + requests.outgoing
        )
    }

    @JSONObject
    private struct Requests: JSONDecodable {
        let incoming, outgoing: [FriendRequest]
    }
}
