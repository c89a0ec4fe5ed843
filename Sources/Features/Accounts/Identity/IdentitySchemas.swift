import Access
import HTTPKit
import HTTPTypes
import JSON
import NoonishAPI
import OpenAPI

extension Parameter {
    static let provider = Parameter.path(
        "provider", .string("google"), "An id from the list of sign-in methods.")
}

extension Schema {
    static let identity = Schema.named(
        "Identity",
        .object(
            .field("id", .id), .field("provider", .string("google")),
            .field(
                "address", .string("leila@example.org").orNull, "A label that distinguishes the accounts."),
            .field("createdAt", .instant), .field("usedAt", .instant, "The time of its last sign-in.")))
}
