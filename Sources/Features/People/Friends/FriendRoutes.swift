import Access
import Accounts
import HTTPKit
import HTTPTypes
import Hummingbird
import JSON
import NoonishAPI
import OpenAPI
import Postgres

/// Friends and friend requests.
struct FriendRoutes: RouteGroup {
    let database: PostgresClient
    let edits: FriendEdits
    let acquaintance: Acquaintance

    static let definitions: [RouteDefinition<Self>] = [
        RouteDefinition(
            .listFriends, .readFriends, scope: .member, formerShapes: [.friendsWithOneList],
            "List friends",
            parameters: [
                .query("query", .text(0...AccountLimits.name.upperBound, "tom"), "A part of a name."),
                .limit(PageLimits.standard, most: PageLimits.maximum), .cursor,
            ],
            answers: [
                .ok(
                    .page(
                        of: .friend,
                        .field(
                            "requests",
                            .object(
                                .field("incoming", .array(of: .friendRequest)),
                                .field("outgoing", .array(of: .friendRequest))),
                            "All open requests, on every page.")),
                    "A page of friends, sorted by name", isTagged: true, isPaged: true
                )
                .inFormerShapes([(.friendsWithOneList, .friendsWithOneList)])
            ], handler: list),
        RouteDefinition(
            .listFriendRequests, .readFriends, scope: .member, "List open friend requests",
            parameters: [.limit(nil, most: PageLimits.maximum)],
            answers: [.ok(.page(of: .friendRequest), "All open requests, on one page", isTagged: true)],
            handler: listRequests),
        RouteDefinition(
            .requestFriend, .requestFriend, scope: .member, "Send a friend request",
            "Send `{email}` or `{personId}`. The response is the same for every address.",
            body: .json(
                .any(
                    of: .addressInput, .object(.field("personId", .id)))),
            answers: [.accepted(.requestReceipt, "The request was recorded")],
            problems: [
                .faults("not_an_email_address"), .of(FriendProblems.oneself("/email")),
                .of(FriendProblems.unknownPerson), .of(FriendProblems.noAccount),
                .limit(FriendProblems.tooManyOpen),
            ], handler: request),
        RouteDefinition(
            .withdrawFriendRequest, .requestFriend, scope: .member, "Withdraw a friend request",
            answers: [.done("Withdrawn")], handler: withdraw),
        RouteDefinition(
            .acceptFriendRequest, .answerFriendRequest, scope: .member, "Accept a friend request",
            answers: [.ok(.friend, "The new friend")], handler: accept),
        RouteDefinition(
            .declineFriendRequest, .answerFriendRequest, scope: .member, "Decline a friend request",
            "The sender is not notified.", answers: [.done("Declined")], handler: decline),
        RouteDefinition(
            .removeFriend, .removeFriend, scope: .member, "End a friendship",
            answers: [.done("Ended")], handler: remove),
    ]

    /// Lists friends by name. Every page has all requests, because their number is limited.
    func list(_ call: Call) async throws -> Response {
        let me = try call.oneself(.readFriends)
        let list = try FriendList(call.query)
        let rows = try await database.all(.friends(of: me, list))
        let requests = try await database.all(.friendRequests(of: me))
        let page = rows.prefix(list.limit)
        let next = rows.count > list.limit ? page.last?.cursor.text : nil
        return .json(
            .ok, FriendsPage(items: page.map(\.friend), next: next, requests: requests), etag: .content,
            headers: call.link(toNext: next))
    }

    func listRequests(_ call: Call) async throws -> Response {
        let me = try call.oneself(.readFriends)
        try call.query.finishWholeList()
        return .json(.ok, WholeList(try await database.all(.friendRequests(of: me))), etag: .content)
    }

    /// Sends a friend request. A request to a person who has sent one to the caller makes them friends.
    func request(_ call: Call) async throws -> Response {
        let me = try call.oneself(.requestFriend)
        let target = try await FriendTarget(call.body())
        if case .person(let person) = target { try await checkAcquainted(call, with: person) }
        return try await call.write(database) { transaction in
            switch target {
            case .address(let address): try await edits.request(me, address: address, in: transaction)
            case .person(let person): try await edits.request(me, person: person, in: transaction)
            }
            return .json(.accepted, RequestReceipt())
        }
    }

    func withdraw(_ call: Call) async throws -> Response {
        let me = try call.oneself(.requestFriend)
        let id = try call.id("id", FriendRequestID.self)
        guard try await database.execute(.withdrawRequest(id, of: me)) == 1 else { throw Denial.notFound }
        return .empty()
    }

    func accept(_ call: Call) async throws -> Response {
        let me = try call.oneself(.answerFriendRequest)
        let id = try call.id("id", FriendRequestID.self)
        return try await call.write(database) { transaction in
            .json(.ok, try await edits.accept(id, by: me, in: transaction))
        }
    }

    func decline(_ call: Call) async throws -> Response {
        let me = try call.oneself(.answerFriendRequest)
        let id = try call.id("id", FriendRequestID.self)
        return try await call.write(database) { transaction in
            try await edits.decline(id, by: me, in: transaction)
            return .empty()
        }
    }

    func remove(_ call: Call) async throws -> Response {
        let me = try call.oneself(.removeFriend)
        let other = try call.id("id", PersonID.self)
        guard try await database.execute(.unfriend(me, other)) == 1 else { throw Denial.notFound }
        return .empty()
    }

    private func checkAcquainted(_ call: Call, with person: PersonID) async throws {
        let relation = try await acquaintance.relation(of: try call.person, to: person).relation
        guard relation != .stranger else { throw FriendProblems.unknownPerson }
    }
}
