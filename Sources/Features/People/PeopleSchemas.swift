import Access
import Accounts
import HTTPKit
import HTTPTypes
import JSON
import NoonishAPI
import OpenAPI

/// The wire types of people, as schemas.
extension Schema {
    static let friend = Schema.named(
        "Friend",
        .object(
            .field("id", .id), .field("name", .string("Tom")),
            .optional("picture", .string("/v1/people/0197f2a0-5b1c-7d3e-9f40-2c6a1e8b7d05/picture")),
            .field("isFriend", .constant(true)),
            .field("since", .instant)))

    static let friendRequest = Schema.named(
        "FriendRequest",
        .object(
            .field("id", .id), .field("direction", .oneOf(FriendRequest.Direction.self)),
            .field(
                "person", person.orNull, "The other person; null in a request to a mail address."),
            .field(
                "email", .string("tom@example.org").orNull,
                "The address that the caller entered; its owner is hidden until they accept."),
            .field("createdAt", .instant)))
}

extension Schema {
    static let contact = Schema.named(
        "Contact",
        .object(
            .field("email", .string("tom@example.org")),
            .field(
                "person", person.orNull,
                "Null for an unknown address, and for people who do not permit being found.")))

    static let friendSettings = Schema.named(
        "FriendSettings",
        .object(.field("foundByAddress", .boolean, "By people who know the caller's address.")))
}

extension Schema {
    static let dietNeeds = Schema.named(
        "DietNeeds",
        .object(
            .field("diets", .array(of: .diet)),
            .field("allergies", .array(of: .allergen), "Annex II of Regulation (EU) 1169/2011."),
            .field("note", .string("No raw fish").orNull, "In the person's own words.")))
}
