package import Access
import Accounts
import HTTPKit
import HTTPTypes
import NoonishAPI
package import OpenAPI

extension Parameter {
    package static let token = Parameter.path(
        "token", .string("kYd3wJ0m8Qe2Xv5tLr9bNc7hPz1aSf4gUi6oWq0yEjM"),
        "The token of a personal link or a share link.")
}

extension SchemaField {
    static let free = SchemaField.optional("free", .integer(0...100_000), "Free seats.")
    package static let going = SchemaField.optional(
        "going", .integer(0...100_000, 9), "Taken seats.")
    static let current = SchemaField.optional("current", .outing)
}

extension RouteProblem {
    /// The problems of the fields that POST and PATCH have in common.
    static let ofFields: [RouteProblem] = [
        .of(OutingProblems.time(.malformed, text: "noon", zone: "UTC", pointer: "/startsAt")),
        .of(OutingProblems.time(.outOfRange, text: "", zone: "UTC", pointer: "/startsAt")),
        .of(OutingProblems.time(.unknownZone, text: "", zone: "Mars/Base", pointer: "/startsAt")),
        .faults("time_skipped", "malformed_id", "two_places"),
        .of(OutingProblems.endBeforeStart), .of(OutingProblems.tooLong),
        .of(OutingProblems.unknownRestaurant),
    ]

    package static let dailyLimit = RouteProblem.of(
        OutingProblems.dailyLimit(OutingLimits.createdPerDay),
        .field("most", .integer(1...100_000), "How many one person can create in a day."),
        .field("left", .integer(0...0), "How many of them are left."))

    static let ofInvitations: [RouteProblem] = [
        .faults("not_an_email_address", "malformed_id", "not_a_friend", "yourself", "unknown_circle"),
        .of(OutingProblems.tooManyInvitees(501)), .of(OutingProblems.mailLimit),
    ]

    static let ofAnswers: [RouteProblem] = [
        .of(OutingProblems.cancelled), .of(OutingProblems.answersClosed), .of(OutingProblems.newerAnswer),
        .of(OutingProblems.full(free: 0), .free), .of(OutingProblems.answersDue),
        .of(OutingProblems.partyTooLarge(6)),
    ]
}
