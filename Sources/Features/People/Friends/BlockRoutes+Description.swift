internal import Access
internal import Accounts
internal import HTTPTypes
internal import OpenAPI

extension BlockRoutes {
    static let descriptions: [RouteDescription] = [
        RouteDescription(
            .get, "/v1/friends/blocked", id: "listBlocked", .member, "People I have blocked",
            parameters: [.limit(nil, most: PageLimits.maximum)],
            answers: [.ok(.page(of: .person), "All of them, on one page", isTagged: true)]),
        RouteDescription(
            .put, "/v1/people/{id}/block", id: "blockPerson", .member, "Hear no more of somebody",
            "They are not told. It ends a friendship and hides each from the other; nobody leaves an outing that both are on.",
            answers: [.done("Blocked")], problems: [.of(FriendProblems.oneself(""))]),
        RouteDescription(
            .delete, "/v1/people/{id}/block", id: "unblockPerson", .member, "End a block",
            answers: [.done("Blocked no more")]),
    ]
}

extension ContactRoutes {
    static let descriptions: [RouteDescription] = [
        RouteDescription(
            .post, "/v1/friends/contacts", id: "matchContacts", .member,
            "Find friends by the addresses of an address book",
            "Only those who want to be found by their address. Nothing of what was asked is kept.",
            body: .json(
                .object(.optional("emails", .array(of: .address, max: PeopleLimits.contacts).orNull))),
            answers: [.ok(.page(of: .contact), "An item for each address, whether anybody has it or not")],
            problems: [.faults("not_an_email_address"), .of(FriendProblems.tooManyRequests)]),
        RouteDescription(
            .get, "/v1/friends/settings", id: "readFriendSettings", .member, "How I am found",
            answers: [.ok(.friendSettings, "The settings", isTagged: true)]),
        RouteDescription(
            .put, "/v1/friends/settings", id: "editFriendSettings", .member, "Change how I am found",
            body: .json(.friendSettings), answers: [.ok(.friendSettings, "The settings as they are now")]),
    ]
}

extension Schema {
    fileprivate static let contact = Schema.named(
        "Contact",
        .object(
            .field("email", .string("tom@example.org")),
            .field("person", person.orNull, "Null for nobody, and for whoever does not want to be found.")))

    fileprivate static let friendSettings = Schema.named(
        "FriendSettings", .object(.field("foundByAddress", .boolean, "By who has my address.")))
}
