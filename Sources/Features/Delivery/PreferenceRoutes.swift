package import Access
import Accounts
import Foundation
import HTTPKit
import HTTPTypes
import Hummingbird
import Initializers
import Journal
import News
import NoonishAPI
import OpenAPI
package import Postgres

/// The notification settings of the caller's channels.
@MemberwiseInit
package struct PreferenceRoutes: RouteGroup {
    let database: PostgresClient

    package static let definitions: [RouteDefinition<Self>] = [
        RouteDefinition(
            .listChannels, .readSelf, scope: .member, "List notification channels",
            answers: [.ok(.page(of: .channel), "Every channel except the inbox", isTagged: true)],
            handler: list),
        RouteDefinition(
            .editChannel, .editSelf, scope: .member, "Edit a notification channel",
            parameters: [.path("channel", .words(Schema.channels), "Any other name is answered with 404.")],
            body: .mergePatch(
                .object(
                    .optional("wanted", Schema.boolean.orNull),
                    .optional("quietHours", Schema.quietHours.orNull),
                    .optional("urgent", Schema.boolean.orNull),
                    .optional("everything", Schema.boolean.orNull))),
            answers: [.ok(.channel, "The edited channel", isTagged: true)],
            problems: [.faults("empty")], handler: edit),
    ]

    /// Lists every channel except the inbox, which cannot be turned off and is silent.
    func list(_ call: Call) async throws -> Response {
        let person = try call.person
        _ = try decide(call.actor, .readSelf, person, as: .oneself)
        let rows = try await database.all(.preferences(of: person))
        return .json(.ok, Page(items: rows.map(\.wire)), etag: .content)
    }

    /// Edits a channel. The change applies at once, also to notifications that wait for the end of quiet hours.
    func edit(_ call: Call) async throws -> Response {
        let person = try call.person
        _ = try decide(call.actor, .editSelf, person, as: .oneself)
        guard let channel = Channel(rawValue: try call.text("channel")), channel != .inbox else {
            throw Problem.notFound
        }
        let patch = try PreferencePatch(await call.body())
        let row = try await database.transaction { transaction in
            try await transaction.execute(.setPreference(patch, of: person, on: channel))
            try await transaction.execute(.expediteDeferred(at: channel, of: person))
            return try await transaction.all(.preferences(of: person)).first {
                $0.channel == channel.rawValue
            }
        }
        guard let row else { throw Problem.notFound }
        return .json(.ok, row.wire, etag: .content)
    }
}

/// A validated merge patch.
///
/// - Source: RFC 7396.
struct PreferencePatch: Sendable {
    let wanted: Bool?
    let urgent: Bool?
    let everything: Bool?
    let quietHours: PatchField<QuietHours>

    init(_ body: ObjectReader) throws(Problem) {
        var body = body
        wanted = body.optional("wanted", .boolean)
        urgent = body.optional("urgent", .boolean)
        everything = body.optional("everything", .boolean)
        let hours: QuietHours? = body.object("quietHours") { inner in
            guard let from = inner.required("from", .clock), let until = inner.required("until", .clock)
            else { return nil }
            if from == until {
                inner.refuse("until", "empty", "Quiet hours of no length; send null for none.")
            }
            return QuietHours(from: from, until: until)
        }
        quietHours = hours.map { .value($0) } ?? (body.has("quietHours") ? .null : .absent)
        try body.finish()
    }
}

extension ValueParser where Value == Int {
    /// A time of day, in minutes after midnight.
    fileprivate static var clock: ValueParser<Int> {
        .parsed("a time of day such as 22:00", longest: 5) { QuietHours.minutes($0) }
    }
}
