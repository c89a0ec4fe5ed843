internal import Access
internal import Foundation
internal import HTTPKit
internal import Moderation
internal import NoonishAPI
internal import Outings
internal import Postgres

/// The transactions that change what was said. Each takes the outing's row lock first, then asks ``decide``.
struct MessageEdits: Sendable {
    let record: OutingRecord
    let limit: DurableLimit

    /// - Parameter messagesAMinute: Of one person, over all outings.
    init(record: OutingRecord, messagesAMinute: Int) {
        self.record = record
        limit = DurableLimit("messages", most: messagesAMinute, window: MessageLimits.minute)
    }

    /// Says something to everybody on the list. Who writes has read what stands above.
    func post(
        _ input: MessageInput, to id: OutingID, by actor: Actor, in transaction: Transaction
    ) async throws -> OutingMessageID {
        let (outing, capability) = try await OutingEdits.open(id, actor, .postMessage, in: transaction)
        guard let author = capability.actor.person else { throw Denial.notFound }
        guard outing.isStillTalkedOf else { throw MessageProblems.closed }
        try await check(input.mentions, of: id, in: transaction)
        guard try await limit.take(by: author.description, in: transaction) else {
            throw Problem.tooManyRequests(retryAfterSeconds: Int(MessageLimits.minute.components.seconds))
        }
        let message = OutingMessageID.make()
        let revision = try await record.record(
            [.message(message, author, from: nil, to: Posted(mentions: input.mentions))], of: id, by: author,
            in: transaction)
        try await transaction.execute(.insert(message, input, of: id, rev: revision.rev, by: author))
        try await transaction.execute(.markRead(id, by: author, upTo: revision.rev))
        return message
    }

    /// Changes what one said oneself. Whoever is mentioned only now is told now; nobody else is.
    func patch(
        _ message: OutingMessageID, of id: OutingID, _ patch: MessagePatch, by actor: Actor,
        in transaction: Transaction
    ) async throws {
        let row = try await open(message, of: id, actor, .editMessage, in: transaction)
        guard row.deletedAt == nil else { throw MessageProblems.deleted }
        guard row.isEditable else { throw MessageProblems.settled }
        let input = patch.applied(to: row)
        let old = Posted(mentions: row.mentions.map(\.id).sorted())
        guard input.text != row.text || input.mentions != old.mentions else { return }
        try await check(input.mentions.filter { !old.mentions.contains($0) }, of: id, in: transaction)
        try await transaction.execute(.update(message, of: id, to: input))
        let new = Posted(mentions: input.mentions)
        // Open screens look again at any new revision.
        _ = try await record.record(
            old == new ? [] : [.message(message, row.author.id, from: old, to: new)], of: id,
            by: actor.person, in: transaction)
    }

    /// Leaves its place and takes away what it said. Who was not told of it yet will not be.
    func delete(
        _ message: OutingMessageID, of id: OutingID, by actor: Actor, in transaction: Transaction
    ) async throws {
        let row = try await open(message, of: id, actor, .deleteMessage, in: transaction)
        guard row.deletedAt == nil else { return }
        try await transaction.execute(.delete(message, of: id))
        _ = try await record.record(
            [
                .message(
                    message, row.author.id, from: Posted(mentions: row.mentions.map(\.id).sorted()), to: nil)
            ], of: id, by: actor.person, in: transaction)
    }

    /// Tells the operator of a message, with its words as they stand now.
    func report(
        _ message: OutingMessageID, of id: OutingID, _ report: NewReport, by actor: Actor,
        in transaction: Transaction
    ) async throws {
        let row = try await open(message, of: id, actor, .reportMessage, in: transaction)
        guard let text = row.text else { throw MessageProblems.deleted }
        guard let reader = actor.person else { throw Denial.notFound }
        try await transaction.report(
            report, of: row.author.id, by: reader, quoting: ReportedMessage(id: row.id, text: text))
    }

    /// The message as `actor` sees it, if they may do `action` to it.
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
        guard try await transaction.one(.onTheList(mentions, of: outing)) == mentions.count else {
            throw MessageProblems.notOnTheList
        }
    }
}

extension OutingRow {
    /// Whether there is still something to say: until a month after its end, and for ever without one.
    fileprivate var isStillTalkedOf: Bool {
        endsInstant.map { now.timeIntervalSince($0) <= MessageLimits.talkedAfterEnd } ?? true
    }
}
