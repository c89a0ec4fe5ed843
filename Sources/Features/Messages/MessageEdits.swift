import Access
import Foundation
import HTTPKit
import Journal
import Moderation
package import NoonishAPI
package import Outings
package import Postgres

/// The transactions that create, edit, delete and report messages. Each locks the outing's row first, then
/// authorises the caller with ``decide``.
package struct MessageEdits: Sendable {
    let record: OutingRecord
    let limit: DurableLimit

    /// Creates the edits.
    ///
    /// - Parameter messagesPerMinute: The limit for one person or venue, over all outings.
    package init(record: OutingRecord, messagesPerMinute: Int) {
        self.record = record
        limit = DurableLimit("messages", most: messagesPerMinute, window: MessageLimits.minute)
    }

    /// Posts a message to everyone on the list, and marks the conversation as read by its author up to that
    /// message.
    ///
    /// - Throws: 409; 422; 429 above the messages of a minute, or ``ReachLimit`` if people are mentioned.
    func post(
        _ input: MessageInput, to id: OutingID, by actor: Actor, in transaction: Transaction
    ) async throws -> OutingMessageID {
        let (outing, capability) = try await OutingEdits.open(id, actor, .postMessage, in: transaction)
        guard let author = capability.actor.person else { throw Denial.notFound }
        guard outing.acceptsMessages else { throw MessageProblems.closed }
        try await check(input.mentions, of: id, in: transaction)
        try await count(by: author.description, in: transaction)
        try await ReachLimit.take(input.mentions.count, by: author, in: transaction)
        let message = OutingMessageID.make()
        let revision = try await record.record(
            [.message(message, author, from: nil, to: MessageSnapshot(mentions: input.mentions))], of: id,
            by: author,
            in: transaction)
        try await transaction.execute(.insert(message, input, of: id, rev: revision.rev, by: author))
        try await transaction.execute(.markRead(id, by: author, upTo: revision.rev))
        return message
    }

    /// Posts the words of a venue to everyone on the list. They belong to the venue, not to the person who
    /// writes them, so no one's position among the messages moves.
    ///
    /// - Parameters:
    ///   - outing: Locked by the caller, which has also authorised the writer.
    ///   - place: The venue's name, as the outing's people know it.
    /// - Throws: 409; 429 above the messages of a minute.
    package func post(
        _ text: String, from venue: RestaurantID, named place: String, to outing: OutingRow,
        in transaction: Transaction
    ) async throws -> OutingMessage {
        guard outing.acceptsMessages else { throw MessageProblems.closed }
        try await count(by: venue.description, in: transaction)
        let message = OutingMessageID.make()
        let revision = try await record.record(
            [.message(message, from: place)], of: outing.id, by: nil, in: transaction)
        try await transaction.execute(
            .insert(message, text, of: outing.id, rev: revision.rev, from: venue))
        return try await transaction.one(.message(message, of: outing.id, for: nil)).wire(for: nil)
    }

    private func count(by author: String, in transaction: Transaction) async throws {
        guard try await limit.take(by: author, in: transaction) else {
            throw try await limit.problem(of: author, in: transaction)
        }
    }

    /// Edits a message. Only people whom the edit adds to the mentions are notified; if the mentions do not
    /// change, no one is.
    ///
    /// - Throws: 409; 422; 429 above ``ReachLimit``.
    func patch(
        _ message: OutingMessageID, of id: OutingID, _ patch: MessagePatch, by actor: Actor,
        in transaction: Transaction
    ) async throws {
        let row = try await open(message, of: id, actor, .editMessage, in: transaction)
        guard row.deletedAt == nil else { throw MessageProblems.deleted }
        guard row.isEditable else { throw MessageProblems.editingPeriodEnded }
        let input = patch.applied(to: row)
        let old = MessageSnapshot(mentions: row.mentions.map(\.id).sorted())
        guard input.text != row.text || input.mentions != old.mentions else { return }
        let added = input.mentions.filter { !old.mentions.contains($0) }
        try await check(added, of: id, in: transaction)
        try await ReachLimit.take(added.count, by: row.author.id, in: transaction)
        try await transaction.execute(.update(message, of: id, to: input))
        let new = MessageSnapshot(mentions: input.mentions)
        // Clients with the outing on screen reload it at every new revision.
        _ = try await record.record(
            old == new ? [] : [.message(message, row.author.id, from: old, to: new)], of: id,
            by: actor.person, in: transaction)
    }

    /// Deletes a message's text but keeps its row, so the conversation still shows where it was. People who
    /// have not been notified of it yet will not be. The words of a venue stay.
    func delete(
        _ message: OutingMessageID, of id: OutingID, by actor: Actor, in transaction: Transaction
    ) async throws {
        let row = try await open(message, of: id, actor, .deleteMessage, in: transaction)
        guard row.venue == nil else { throw Denial.forbidden }
        guard row.deletedAt == nil else { return }
        try await transaction.execute(.delete(message, of: id))
        _ = try await record.record(
            [
                .message(
                    message, row.author.id, from: MessageSnapshot(mentions: row.mentions.map(\.id).sorted()),
                    to: nil)
            ], of: id, by: actor.person, in: transaction)
    }

    /// Reports a message to the operator, with a copy of its current text.
    func report(
        _ message: OutingMessageID, of id: OutingID, _ report: NewReport, by actor: Actor,
        in transaction: Transaction
    ) async throws {
        let row = try await open(message, of: id, actor, .reportMessage, in: transaction)
        guard let text = row.text else { throw MessageProblems.deleted }
        guard let reader = actor.person else { throw Denial.notFound }
        let quoted = ReportedMessage(id: row.id, text: text)
        if let venue = row.venue {
            try await transaction.report(report, of: venue, by: reader, quoting: quoted)
        } else {
            try await transaction.report(report, of: row.author.id, by: reader, quoting: quoted)
        }
    }

    /// Locks the outing and returns the message as `actor` sees it.
    ///
    /// - Throws: ``Denial`` if the caller may not see the message or may not perform `action` on it.
    private func open(
        _ message: OutingMessageID, of id: OutingID, _ actor: Actor, _ action: Action,
        in transaction: Transaction
    ) async throws -> MessageRow {
        let (outing, _) = try await OutingEdits.open(id, actor, .readMessages, in: transaction)
        guard let reader = actor.person,
            let row = try await transaction.first(.message(message, of: id, for: reader))
        else { throw Denial.notFound }
        let relation: Relation = row.author.id == reader ? .oneself : outing.relation(of: actor)
        _ = try decide(actor, action, message, as: relation)
        return row
    }

    private func check(
        _ mentions: [PersonID], of outing: OutingID, in transaction: Transaction
    ) async throws {
        guard !mentions.isEmpty else { return }
        guard try await transaction.one(.attendeeCount(mentions, of: outing)) == mentions.count else {
            throw MessageProblems.mentionedPersonNotInvited
        }
    }
}

extension OutingRow {
    /// Whether messages can still be posted: until 30 days after the outing's end, or indefinitely while it
    /// has no time.
    fileprivate var acceptsMessages: Bool {
        endsInstant.map { now.timeIntervalSince($0) <= MessageLimits.postingPeriodAfterEnd } ?? true
    }
}
