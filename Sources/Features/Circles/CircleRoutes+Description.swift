package import Access
internal import Accounts
internal import HTTPKit
internal import HTTPTypes
internal import OpenAPI

extension CircleRoutes {
    package static let descriptions: [RouteDescription] = [
        RouteDescription(
            .get, "/v1/circles", id: "listCircles", .member, "Groups of friends, by name",
            "Each is its owner's alone; whoever is in one is not told.",
            parameters: [.limit(nil, most: PageLimits.maximum)],
            answers: [.ok(.page(of: .circle), "All of them, on one page", isTagged: true)]),
        RouteDescription(
            .post, "/v1/circles", id: "createCircle", .member, "Make a circle",
            body: .json(
                .object(
                    .field("name", .circleName),
                    .optional("people", .array(of: .id, max: CircleLimits.circleMembers).orNull))),
            answers: [.json(201, .circle, "The circle", [.location])],
            problems: [
                .faults("malformed_id"), .of(VisitProblems.notFriends([])), .of(VisitProblems.tooMany),
            ]),
        RouteDescription(
            .get, "/v1/circles/{id}", id: "readCircle", .member, "A circle",
            answers: [.ok(.circle, "With everybody in it", isTagged: true)]),
        RouteDescription(
            .patch, "/v1/circles/{id}", id: "renameCircle", .member, "Rename a circle",
            body: .mergePatch(.object(.field("name", .circleName))),
            answers: [.ok(.circle, "As it is now")]),
        RouteDescription(
            .delete, "/v1/circles/{id}", id: "deleteCircle", .member, "Delete a circle",
            answers: [.done("Deleted")]),
        RouteDescription(
            .put, "/v1/circles/{id}/members/{personId}", id: "addToCircle", .member,
            "Put somebody into a circle", "Twice is once.", answers: [.ok(.circle, "As it is now")],
            problems: [.of(VisitProblems.notFriends([])), .of(VisitProblems.full)]),
        RouteDescription(
            .delete, "/v1/circles/{id}/members/{personId}", id: "removeFromCircle", .member,
            "Take somebody out of a circle", answers: [.done("No longer in it")]),
    ]
}

extension Schema {
    fileprivate static let circle = Schema.named(
        "Circle",
        .object(
            .field("id", .id), .field("name", .string("Book club")),
            .field("members", .array(of: person), "By name."), .field("createdAt", .instant)))

    fileprivate static let circleName = Schema.text(CircleLimits.circleName, "Book club")
}
