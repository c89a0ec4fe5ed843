import Access
import Accounts
import Encoding
import Foundation
import HTTPKit
import NoonishAPI

/// A validated friend request.
enum FriendTarget: Sendable {
    /// In lower case.
    case address(String)
    case person(PersonID)

    init(_ body: ObjectReader) throws(Problem) {
        var body = body
        if body.has("personId") {
            let person = body.required("personId", .parsed("an id", longest: 36) { PersonID($0) })
            self = .person(try body.finish(person))
        } else {
            let address = body.required("email", .ownedAddress)
            self = .address(try body.finish(address))
        }
    }
}

/// A validated request for a page of the caller's friends.
struct FriendList: Sendable {
    /// A part of the name to search for; `nil` for all friends.
    let query: String?
    let limit: Int
    let after: FriendCursor?

    init(_ query: QueryReader) throws(Problem) {
        var query = query
        self.query = query.optional("query", .text(0...AccountLimits.name.upperBound)).flatMap {
            $0.isEmpty ? nil : $0
        }
        limit = query.limit()
        after = query.optional(
            "cursor", .parsed("a cursor of this list", longest: 800, FriendCursor.init(text:)))
        try query.finish()
    }
}

/// The position after a friend in the list, which is sorted by name in lower case and then by identifier.
struct FriendCursor: Hashable, Sendable {
    let name: String
    let id: PersonID

    init(name: String, id: PersonID) {
        self.name = name
        self.id = id
    }

    init?(text: String) {
        guard let bytes = Base64URL.decode(text), let plain = String(validating: bytes, as: UTF8.self),
            !plain.utf8.contains(0),
            let id = PersonID(String(plain.prefix(36)))
        else { return nil }
        name = String(plain.dropFirst(36))
        self.id = id
    }

    var text: String { Base64URL.encode(Array("\(id)\(name)".utf8)) }
}
