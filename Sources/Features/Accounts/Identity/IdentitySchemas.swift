internal import Access
internal import HTTPKit
internal import HTTPTypes
internal import JSON
internal import NoonishAPI
internal import OpenAPI

extension Parameter {
    static let provider = Parameter.path(
        "provider", .string("google"), "As `GET /v1/auth/providers` names it.")
}

extension Schema {
    static let identity = Schema.named(
        "Identity",
        .object(
            .field("id", .id), .field("provider", .string("google")),
            .field("address", .string("leila@example.org").orNull, "To tell accounts apart by."),
            .field("createdAt", .instant), .field("usedAt", .instant, "When it last signed somebody in.")))
}
