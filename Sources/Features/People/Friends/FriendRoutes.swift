package import Access
package import Accounts
internal import HTTPKit
internal import HTTPTypes
internal import Hummingbird
internal import JSON
internal import NoonishAPI
package import Postgres

/// `/v1/friends`: who they are, who asks, whom one asked.
package struct FriendRoutes: Sendable {
    let database: PostgresClient
    let edits: FriendEdits
    let acquaintance: Acquaintance

    package init(
        _ database: PostgresClient, outbox: MailOutbox, site: Site, sharedOutings: any SharedOutings
    ) {
        self.database = database
        edits = FriendEdits(outbox: outbox, site: site)
        acquaintance = Acquaintance(database: database, sharedOutings: sharedOutings)
    }

    package var routes: [Route] {
        [
            Route(.get, "/v1/friends", .readFriends, scope: .member, list)
                .serving([.friendsWithOneList]),
            Route(.get, "/v1/friends/requests", .readFriends, scope: .member, listRequests),
            Route(.post, "/v1/friends/requests", .requestFriend, scope: .member, request),
            Route(.delete, "/v1/friends/requests/{id}", .requestFriend, scope: .member, withdraw),
            Route(.post, "/v1/friends/requests/{id}/accept", .answerFriendRequest, scope: .member, accept),
            Route(.post, "/v1/friends/requests/{id}/decline", .answerFriendRequest, scope: .member, decline),
            Route(.delete, "/v1/friends/{id}", .removeFriend, scope: .member, remove),
        ]
    }

    /// `GET /v1/friends?query=&limit=&cursor=`
    ///
    /// A page of friends by name. The requests are all there on each page, for their number is limited.
    @Sendable func list(_ call: Call) async throws -> Response {
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

    /// `GET /v1/friends/requests`
    @Sendable func listRequests(_ call: Call) async throws -> Response {
        let me = try call.oneself(.readFriends)
        var query = call.query
        _ = query.optional("limit", .integer(1...PageLimits.maximum))
        try query.finish()
        return .json(.ok, WholeList(try await database.all(.friendRequests(of: me))), etag: .content)
    }

    /// `POST /v1/friends/requests {email}` or `{personId}`
    ///
    /// 202, whether or not anybody has this address. Who was asked by the other one is their friend now.
    @Sendable func request(_ call: Call) async throws -> Response {
        let me = try call.oneself(.requestFriend)
        let target = try await FriendTarget(call.body())
        if case .person(let person) = target { try await checkAcquainted(call, with: person) }
        return try await call.write(database) { transaction in
            switch target {
            case .address(let address): try await edits.request(me, address: address, in: transaction)
            case .person(let person): try await edits.request(me, person: person, in: transaction)
            }
            return .json(.accepted, FriendPromise())
        }
    }

    /// `DELETE /v1/friends/requests/{id}`
    @Sendable func withdraw(_ call: Call) async throws -> Response {
        let me = try call.oneself(.requestFriend)
        let id = try call.id("id", FriendRequestID.self)
        guard try await database.execute(.withdrawRequest(id, of: me)) == 1 else { throw Denial.notFound }
        return .empty()
    }

    /// `POST /v1/friends/requests/{id}/accept`
    @Sendable func accept(_ call: Call) async throws -> Response {
        let me = try call.oneself(.answerFriendRequest)
        let id = try call.id("id", FriendRequestID.self)
        return try await call.write(database) { transaction in
            .json(.ok, try await edits.accept(id, by: me, in: transaction))
        }
    }

    /// `POST /v1/friends/requests/{id}/decline`
    ///
    /// Who asked is not told.
    @Sendable func decline(_ call: Call) async throws -> Response {
        let me = try call.oneself(.answerFriendRequest)
        let id = try call.id("id", FriendRequestID.self)
        return try await call.write(database) { transaction in
            try await edits.decline(id, by: me, in: transaction)
            return .empty()
        }
    }

    /// `DELETE /v1/friends/{id}`
    @Sendable func remove(_ call: Call) async throws -> Response {
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

/// What somebody who asked is told, whoever has the address.
private struct FriendPromise: JSONEncodable {
    func encode(to writer: inout JSONWriter) {
        writer.object { $0.field("state", "asked") }
    }
}
