internal import Access
internal import Accounts
internal import HTTPKit
internal import HTTPTypes
internal import OpenAPI

extension Schema {
    static let circle = Schema.named(
        "Circle",
        .object(
            .field("id", .id), .field("name", .string("Book club")),
            .field("members", .array(of: person), "Sorted by name."), .field("createdAt", .instant)))

    static let circleName = Schema.text(CircleLimits.circleName, "Book club")
}
