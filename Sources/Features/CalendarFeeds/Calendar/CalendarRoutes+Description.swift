package import Access
import HTTPKit
import HTTPTypes
import JSON
import Mail
import OpenAPI
import Outings

extension CalendarRoutes {
    /// What the routes of ``routes`` take and answer.
    package static let descriptions: [RouteDescription] = [
        RouteDescription(
            .get, "/v1/outings/{id}/calendar.ics", id: "downloadEvent", .guest,
            "An outing as an event to keep",
            answers: [calendar], problems: [.forbidden, .of(CalendarProblems.noTimeYet)]),
        RouteDescription(
            .get, "/v1/calendar", id: "readCalendarAddress", .member,
            "The address that my calendar is followed at",
            answers: [.ok(address, "The address, or null while there is none")]),
        RouteDescription(
            .post, "/v1/calendar/rotate", id: "rotateCalendarAddress", .member, "A new address",
            "The one before shows nothing any more.", answers: [.ok(address, "The new address")]),
        RouteDescription(
            .delete, "/v1/calendar", id: "revokeCalendarAddress", .member, "No address any more",
            answers: [.done("It shows nothing any more")]),
        RouteDescription(
            .get, "/v1/calendar/{secret}.ics", id: "followCalendar", .anyone, kind: .page,
            "All outings of somebody, for a calendar program",
            parameters: [
                .path("secret", .string("kYd3wJ0m8Qe2Xv5tLr9bNc7hPz1aSf4gUi6oWq0yEjM"), "Of the address.")
            ],
            answers: [calendar]),
    ]

    private static let address = Schema.object(
        .field("url", .string("http://localhost:8080/v1/calendar/kYd3wJ0m8Qe2.ics").orNull))

    private static let calendar = Answer(
        200, "A calendar (RFC 5545)",
        [Content("text/calendar; charset=utf-8", .string("BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n"))],
        headers: [.eTag])
}

extension InboundRoutes {
    /// What the routes of ``routes`` take and answer.
    package static let descriptions: [RouteDescription] = [
        RouteDescription(
            .post, "/v1/inbound/mail", id: "takeMail", .anyone, "Mail that came for us",
            "Only where `inbound.secret` is set, which signs the request as Standard Webhooks do. `Idempotency-Key` is ignored.",
            parameters: [
                Parameter("webhook-id", in: .header, .string("msg_1"), "Of the delivery."),
                Parameter("webhook-timestamp", in: .header, .string("1788220800"), "Seconds since 1970."),
                Parameter(
                    "webhook-signature", in: .header, .string("v1,bm90aGluZw=="), "HMAC-SHA-256, in base64."),
            ],
            body: .json(
                .object(
                    .field("recipient", .text(3...MailLimits.addressBytes, "reply+x@example.org")),
                    .field(
                        "message", .text(0...InputLimits.bodyBytes, "RnJvbTog"),
                        "The whole message, in base64."))),
            answers: [.done("It need not come again")],
            problems: [.notFound, .of(CalendarProblems.badSignature), .of(CalendarProblems.unknownRecipient)],
            isIdempotent: false)
    ]
}
