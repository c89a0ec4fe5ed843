package import Access
import HTTPKit
import HTTPTypes
import JSON
import NoonishAPI
package import OpenAPI

/// The wire types of people, as schemas.

extension Schema {
    package static let person = Schema.named(
        "Person",
        .object(
            .field("id", .id), .field("name", .string("Leila")),
            .optional("picture", .string("/v1/people/0197f2a0-5b1c-7d3e-9f40-2c6a1e8b7d05/picture")),
            .optional("isFriend", .boolean, "Whether they are the caller's friend, where it is relevant.")))

    package static let me = Schema.named(
        "Me",
        .object(
            .field("id", .id), .field("name", .string("Leila")),
            .field(
                "email", .string("leila@example.org").orNull, "The verified address that mail is sent to."),
            .field(
                "timeZone", .string("Europe/Helsinki").orNull,
                "A name of the tz database; null if it is not set."),
            .field("locale", .string("fi").orNull, "A BCP 47 tag; null if it is not set."),
            .field(
                "picture", .string("/v1/people/0197f2a0-5b1c-7d3e-9f40-2c6a1e8b7d05/picture").orNull,
                "The path of the picture; null if there is none."),
            .field("isOperator", .boolean, "Whether they may use the operator's console."),
            .field("createdAt", .instant)))

    static let session = Schema.named(
        "Session",
        .object(
            .field("expiresAt", .instant, "When it ends, even if it is used."),
            .field("person", person),
            .optional(
                "suggestedName", .string("Ada"),
                "For a person who has not chosen a name: as which they were invited before they had an account."
            ),
            .optional(
                "token", .string("kYd3wJ0m8Qe2Xv5tLr9bNc7hPz1aSf4gUi6oWq0yEjM"),
                "For programs, to be sent as a bearer token; a browser gets a cookie instead.")))

    static let signInPromise = Schema.named(
        "SignInPromise", .object(.field("expiresInSeconds", .integer(0...86_400, 600))))

    static let sessionSummary = Schema.named(
        "SessionSummary",
        .object(
            .field("id", .id),
            .field(
                "client", .string("Firefox on Linux"), "The device or program; empty if it is unknown."),
            .field(
                "network", .string("203.0.113.0/24").orNull,
                "The network of its last use; `machine` for the server itself; null before its first use."),
            .field("isNear", .boolean, "Whether this request comes from that network."),
            .field("createdAt", .instant),
            .field("seenAt", .instant, "The time of its last use, to the hour."),
            .field("expiresAt", .instant),
            .field("current", .boolean, "Whether it is the session of this request.")))

    static let outboxMail = Schema.named(
        "KeptMail",
        .object(
            .field("to", .string("ada@example.org")), .field("subject", .string("Your code for Noonish")),
            .field("text", .string("12345678")), .field("html", .string("<p>12345678</p>").orNull),
            .optional("calendar", .string("BEGIN:VCALENDAR"), "The event, in iCalendar."),
            .field("at", .instant), .optional("code", .string("12345678"), "The code of a sign-in mail."),
            .field("links", .array(of: .string("http://localhost:8080/sign-in?token=kYd3wJ0m8Qe2")))))
}

extension Schema {
    /// A mail address in a request.
    package static let address = Schema.email

    package static let ownName = Schema.text(AccountLimits.name, "Leila")
    package static let timeZone = Schema.named(
        "TimeZone", .text(0...AccountLimits.timeZone, "Europe/Helsinki"))

    /// The body of requests about one address.
    package static let addressInput = Schema.named("AddressInput", .object(.field("email", .address)))
}

extension RouteProblem {
    /// 403 for a route that requires a recent sign-in.
    package static let signInAgain = RouteProblem.of(
        SignInProblems.signInAgain(methods: ["email"]),
        .optional("ways", .array(of: .string("email")), "The methods by which this person can sign in."))
}
