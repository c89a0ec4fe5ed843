package import Access
internal import Accounts
internal import HTTPKit
internal import HTTPTypes
internal import JSON
internal import OpenAPI

extension PeopleRoutes {
    /// What the routes of this feature take and answer.
    package static let descriptions =
        PersonRoutes.descriptions + FriendRoutes.descriptions + BlockRoutes.descriptions
        + ContactRoutes.descriptions + DietRoutes.descriptions + PictureRoutes.descriptions
}

extension PersonRoutes {
    static let descriptions: [RouteDescription] = [
        RouteDescription(
            .get, "/v1/me", id: "readMe", .member, "Who I am",
            answers: [.ok(.me, "The reader", isTagged: true)]),
        RouteDescription(
            .patch, "/v1/me", id: "editMe", .member, "Change my profile",
            body: .mergePatch(
                .object(
                    .optional("name", .ownName), .optional("timeZone", .timeZone.orNull),
                    .optional("locale", .text(0...AccountLimits.locale.upperBound, "fi").orNull))),
            answers: [.ok(.me, "The reader as they are now", isTagged: true)],
            problems: [.faults("unknown_time_zone", "unknown_locale")]),
        RouteDescription(
            .get, "/v1/people/{id}", id: "readPerson", .member, "Somebody I know",
            "Friends, people one has shared an outing with, and oneself; nobody else exists.",
            answers: [.ok(.person, "The person", isTagged: true)]),
    ]
}

extension FriendRoutes {
    static let descriptions: [RouteDescription] = [
        RouteDescription(
            .get, "/v1/friends", id: "listFriends", .member, "My friends, by name",
            parameters: [
                .query("query", .text(0...AccountLimits.name.upperBound, "tom"), "Part of a name."),
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
                            "Every open request, on each page.")),
                    "A page of friends", isTagged: true, isPaged: true
                )
                .inFormerShapes([(.friendsWithOneList, .friendsWithOneList)])
            ]),
        RouteDescription(
            .get, "/v1/friends/requests", id: "listFriendRequests", .member, "Open requests, both ways",
            parameters: [.limit(nil, most: PageLimits.maximum)],
            answers: [.ok(.page(of: .friendRequest), "Every open request, on one page", isTagged: true)]),
        RouteDescription(
            .post, "/v1/friends/requests", id: "requestFriend", .member, "Ask somebody to be my friend",
            "By `{email}` or by `{personId}`. The answer is the same whether or not anybody has this address.",
            body: .json(
                .any(
                    of: .object(.field("email", .address)), .object(.field("personId", .id)))),
            answers: [.accepted(.object(.field("state", .constant("asked"))), "Asked")],
            problems: [
                .faults("not_an_email_address"), .of(FriendProblems.oneself("/email")),
                .of(FriendProblems.unknownPerson), .of(FriendProblems.noAccount),
            ]),
        RouteDescription(
            .delete, "/v1/friends/requests/{id}", id: "withdrawFriendRequest", .member, "Take a request back",
            answers: [.done("Taken back")]),
        RouteDescription(
            .post, "/v1/friends/requests/{id}/accept", id: "acceptFriendRequest", .member,
            "Accept a request", answers: [.ok(.friend, "The new friend")]),
        RouteDescription(
            .post, "/v1/friends/requests/{id}/decline", id: "declineFriendRequest", .member,
            "Decline a request", "Who asked is not told.", answers: [.done("Declined")]),
        RouteDescription(
            .delete, "/v1/friends/{id}", id: "removeFriend", .member, "Be friends no more",
            answers: [.done("No longer friends")]),
    ]
}
