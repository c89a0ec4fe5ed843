package import Access
import Accounts
import Foundation
import HTTPKit
import HTTPTypes
import Hummingbird
import Initializers
import JSON
import Moderation
import NoonishAPI
import OpenAPI
package import Outings
package import Postgres

/// The messages of an outing.
@MemberwiseInit
package struct MessageRoutes: RouteGroup {
    let database: PostgresClient
    let record: OutingRecord
    /// The limit for one person, over all outings.
    var messagesPerMinute: Int = MessageLimits.messagesPerMinute

    package static let definitions: [RouteDefinition<Self>] = [
        RouteDefinition(
            .listMessages, .readMessages, scope: .guest, "List messages",
            "Newest first, without those of people whom a block hides from the caller.",
            parameters: [.limit(MessageLimits.page, most: PageLimits.maximum), .cursor],
            answers: [
                .ok(
                    .page(
                        of: .message, .unread,
                        .field("muted", .boolean, "Whether the caller is notified of mentions only.")),
                    "A page of messages", isTagged: true, isPaged: true)
            ], problems: [.forbidden, .faults("malformed_cursor")], handler: list),
        RouteDefinition(
            .postMessage, .postMessage, scope: .guest, "Post a message",
            "Mentioned people are notified even if they have muted the messages. Earlier messages count as read by the author.",
            body: .json(.object(.field("text", text), .optional("mentions", mentions))),
            answers: [.json(201, .message, "The message", [])],
            problems: ofWords + [.forbidden, .of(MessageProblems.closed)], handler: post),
        RouteDefinition(
            .markMessagesRead, .readMessages, scope: .guest, "Mark messages as read",
            body: .json(.object(.field("upTo", .id))), answers: [.ok(.messageReader, "The caller's state")],
            problems: [.forbidden, .faults("malformed_id")], handler: markRead),
        RouteDefinition(
            .muteMessages, .readMessages, scope: .guest,
            "Mute or unmute messages",
            body: .json(.object(.field("muted", .boolean))),
            answers: [.ok(.messageReader, "The caller's state")], problems: [.forbidden], handler: mute),
        RouteDefinition(
            .editMessage, .editMessage, scope: .guest, "Edit a message", "Within an hour of posting it.",
            body: .mergePatch(.object(.optional("text", text), .optional("mentions", mentions))),
            answers: [.ok(.message, "The edited message")],
            problems: ofWords + [
                .forbidden, .of(MessageProblems.editingPeriodEnded), .of(MessageProblems.deleted),
            ],
            handler: patch),
        RouteDefinition(
            .deleteMessage, .deleteMessage, scope: .guest, "Delete a message",
            "Authors can delete their own messages, hosts any message. A placeholder remains.",
            answers: [.done("Deleted")],
            problems: [.forbidden], handler: delete),
        RouteDefinition(
            .reportMessage, .reportMessage, scope: .guest, "Report a message",
            "The report quotes the message's current text. Reporting it again while the report is open changes nothing. Only the operator is notified.",
            body: .json(.newReport), answers: [Answer(202, "Reported")],
            problems: [.forbidden, .of(MessageProblems.deleted)], handler: report),
        RouteDefinition(
            .listUnreadMessages, .readUnread, scope: .member, "List outings with unread messages",
            "Sorted by the last message, newest first.",
            answers: [.ok(.page(of: .unreadMessages), "One page", isTagged: true)], handler: unread),
    ]

    var edits: MessageEdits { MessageEdits(record: record, messagesPerMinute: messagesPerMinute) }

    /// Lists messages, newest first, with the number that the caller has not read.
    func list(_ call: Call) async throws -> Response {
        let outing = try await OutingRoutes.outing(call, .readMessages, from: database)
        let reader = try call.person
        var query = call.query
        let limit = query.limit(default: MessageLimits.page)
        let before = query.cursor { Int($0) }
        try query.finish()
        let rows = try await database.all(
            .messages(of: outing.id, for: reader, before: before, limit: limit + 1))
        let items = rows.prefix(limit)
        let next = rows.count > limit ? items.last.map { String($0.rev) } : nil
        let page = OutingMessagePage(
            items: items.map { $0.wire(for: reader) }, next: next,
            reader: try await database.one(.reader(reader, of: outing.id)))
        return .json(.ok, page, etag: .content, headers: call.link(toNext: next))
    }

    func post(_ call: Call) async throws -> Response {
        let id: OutingID = try call.id("id")
        let input = try MessageInput(await call.body())
        return try await call.write(database) { transaction in
            let message = try await edits.post(input, to: id, by: call.actor, in: transaction)
            return try await present(message, of: id, to: call, as: .created, in: transaction)
        }
    }

    func patch(_ call: Call) async throws -> Response {
        let id: OutingID = try call.id("id")
        let message: OutingMessageID = try call.id("mid")
        let patch = try MessagePatch(await call.body())
        return try await call.write(database) { transaction in
            try await edits.patch(message, of: id, patch, by: call.actor, in: transaction)
            return try await present(message, of: id, to: call, as: .ok, in: transaction)
        }
    }

    func delete(_ call: Call) async throws -> Response {
        let id: OutingID = try call.id("id")
        let message: OutingMessageID = try call.id("mid")
        return try await call.write(database) { transaction in
            try await edits.delete(message, of: id, by: call.actor, in: transaction)
            return .empty()
        }
    }

    func report(_ call: Call) async throws -> Response {
        let id: OutingID = try call.id("id")
        let message: OutingMessageID = try call.id("mid")
        let report = try NewReport(await call.body())
        return try await call.write(database) { transaction in
            try await edits.report(message, of: id, report, by: call.actor, in: transaction)
            return .empty(.accepted)
        }
    }

    /// Marks messages as read up to one with a given id. The mark never moves back.
    func markRead(_ call: Call) async throws -> Response {
        let outing = try await OutingRoutes.outing(call, .readMessages, from: database)
        let reader = try call.person
        var body = try await call.body()
        let upTo = try body.finish(
            body.required(
                "upTo", .parsed("an id", code: "malformed_id", longest: 36) { OutingMessageID($0) }))
        return try await call.write(database) { transaction in
            guard let row = try await transaction.first(.message(upTo, of: outing.id, for: reader)) else {
                throw Denial.notFound
            }
            try await transaction.execute(.markRead(outing.id, by: reader, upTo: row.rev))
            return try await standing(of: reader, at: outing.id, in: transaction)
        }
    }

    func mute(_ call: Call) async throws -> Response {
        let outing = try await OutingRoutes.outing(call, .readMessages, from: database)
        let reader = try call.person
        let muted = try await call.body("muted", .boolean)
        return try await call.write(database) { transaction in
            try await transaction.execute(.mute(outing.id, for: reader, muted))
            return try await standing(of: reader, at: outing.id, in: transaction)
        }
    }

    /// Returns the caller's unread count and mute setting.
    ///
    /// - Throws: ``Denial/notFound`` if the caller has just been removed from the outing.
    private func standing(
        of reader: PersonID, at outing: OutingID, in transaction: Transaction
    ) async throws -> Response {
        guard let standing = try await transaction.first(.reader(reader, of: outing)) else {
            throw Denial.notFound
        }
        return .json(.ok, standing)
    }

    /// Lists outings with unread messages, on one page.
    func unread(_ call: Call) async throws -> Response {
        let person = try call.person
        _ = try decide(call.actor, .readUnread, person, as: .oneself)
        return .json(.ok, Page(items: try await database.all(.unread(by: person))), etag: .content)
    }

    private func present(
        _ message: OutingMessageID, of id: OutingID, to call: Call, as status: HTTPResponse.Status,
        in transaction: Transaction
    ) async throws -> Response {
        let reader = try call.person
        let row = try await transaction.one(.message(message, of: id, for: reader))
        return .json(status, row.wire(for: reader))
    }
}

extension MessageRoutes {
    private static let text = Schema.text(MessageLimits.text, multiline: true, "See you at the door, @Tom")
    private static let mentions = Schema.array(of: .id, max: MessageLimits.mentions)

    private static let ofWords: [RouteProblem] = [
        .of(MessageProblems.mentionedPersonNotInvited),
        .faults("malformed_id", "missing", "too_long", "blank", "invisible"),
    ]
}
