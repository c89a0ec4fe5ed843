import Access
import Accounts
import HTTPKit
import HTTPTypes
import OpenAPI

extension Schema {
    static let circle = Schema.named(
        "Circle",
        .object(
            .field("id", .id), .field("name", .string("Book club")),
            .field("members", .array(of: person), "Sorted by name."), .field("createdAt", .instant)))

    static let circleName = Schema.text(CircleLimits.circleName, "Book club")
}
