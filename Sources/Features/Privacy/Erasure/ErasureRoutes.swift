package import Access
import Accounts
import Foundation
import HTTPKit
import HTTPTypes
import Hummingbird
import JSON
import Jobs
import Localization
package import NoonishAPI
import OpenAPI
package import Postgres

/// Erasing the caller's data. Guests authenticate with their personal link.
struct ErasureRoutes: RouteGroup {
    let erasures: Erasures

    static let definitions: [RouteDefinition<Self>] = [
        RouteDefinition(
            .readErasure, .eraseSelf, scope: .guest, "Read when the caller's data will be erased",
            "With the invoices to the caller, which the law requires venues to keep: the erasure leaves them.",
            answers: [.ok(.erasure, "The times, null if no erasure is scheduled, and the invoices")],
            problems: [.membersOnly],
            handler: read),
        RouteDefinition(
            .askForErasure, .eraseSelf, scope: .guest, "Schedule the erasure of the caller's data",
            "The data is erased in seven days; another request does not postpone it. Members need a recent sign-in.",
            body: .json(.object(), isRequired: false), answers: [.ok(.erasure, "The times and the invoices")],
            problems: [.signInAgain, .membersOnly], handler: requestErasure),
        RouteDefinition(
            .takeBackErasure, .eraseSelf, scope: .guest, "Cancel the erasure of the caller's data",
            answers: [.done("Cancelled")], problems: [.membersOnly], handler: cancelErasure),
    ]

    func read(_ call: Call) async throws -> Response {
        let me = try await call.authorizeForAllData(.eraseSelf, erasures.database)
        let row = try await erasures.database.first(.erasure(of: me.object)) ?? ErasureRow()
        return .json(.ok, row.wire(leaving: try await erasures.invoices(to: me.object)))
    }

    /// Schedules the erasure. A member is notified by mail.
    func requestErasure(_ call: Call) async throws -> Response {
        let me = try await call.authorizeForAllData(.eraseSelf, erasures.database)
        try await call.requireEmptyBody()
        try await call.requireRecentSignInOfMember(erasures.database, clock: erasures.clock)
        let row = try await erasures.requestErasure(
            for: me.object, call.line(.erasureRequested, "person:\(me.object)"))
        return .json(.ok, row.wire(leaving: try await erasures.invoices(to: me.object)))
    }

    func cancelErasure(_ call: Call) async throws -> Response {
        let me = try await call.authorizeForAllData(.eraseSelf, erasures.database)
        try await erasures.cancelErasure(of: me.object, call.line(.erasureCancelled, "person:\(me.object)"))
        return .empty()
    }
}

extension Erasures {
    /// Lists the invoices to a person, which an erasure leaves.
    func invoices(to person: PersonID) async throws -> [InvoiceReference] {
        var invoices: [InvoiceReference] = []
        for other in others { invoices += try await other.invoices(to: person, in: database) }
        return invoices
    }

    package func requestErasure(for person: PersonID, _ line: AuditLine) async throws -> ErasureRow {
        let now = clock.now()
        return try await database.transaction { transaction in
            let asked = try await transaction.execute(.insertErasure(of: person, now: now))
            let row = try await transaction.one(.erasure(of: person))
            guard asked == 1 else { return row }
            try await queue.enqueue(
                ErasePerson(person), after: .seconds(ErasureLimits.grace), now: now, in: transaction)
            try await notify(person, row, in: transaction)
            try await transaction.audit(line)
            return row
        }
    }

    func cancelErasure(of person: PersonID, _ line: AuditLine) async throws {
        try await database.transaction { transaction in
            try await transaction.execute(.cancel(ErasePerson.self, key: person.description))
            guard try await transaction.execute(.deleteErasure(of: person)) == 1 else { return }
            try await transaction.audit(line)
        }
    }

    private func notify(_ person: PersonID, _ row: ErasureRow, in transaction: Transaction) async throws {
        guard let due = row.dueAt, let address = try await transaction.first(.mailAddress(of: person)) else {
            return
        }
        let contact = try await transaction.first(.contacts([person]))
        let words = MailMessages(language: site.catalogue.language(of: contact?.locale, asked: nil))
        let content = words.erasureScheduled(
            due, in: contact?.timeZone.flatMap(TimeZone.init(identifier:)) ?? .gmt,
            link: site.url("/settings"))
        try await outbox.enqueue(content, to: address, in: transaction)
    }
}

/// The time of an erasure; without dates if none is scheduled.
@Row
package struct ErasureRow: PostgresRow {
    let requestedAt: Date?
    let dueAt: Date?

    init() {
        requestedAt = nil
        dueAt = nil
    }

    func wire(leaving invoices: [InvoiceReference]) -> Erasure {
        Erasure(requestedAt: requestedAt, dueAt: dueAt, invoices: invoices)
    }
}

extension Query where Row == ErasureRow {
    static func erasure(of person: PersonID) -> Self {
        Query(
            "privacy.read_erasure_request",
            "SELECT requested_at, due_at FROM erasure_request WHERE person_id = \(person)")
    }
}

extension Command {
    fileprivate static func insertErasure(of person: PersonID, now: Date?) -> Self {
        Command(
            "privacy.insert_erasure_request",
            """
            INSERT INTO erasure_request (person_id, requested_at, due_at)
            VALUES (\(person), coalesce(\(now), now()),
                    coalesce(\(now), now()) + \(ErasureLimits.grace) * interval '1 s')
                ON CONFLICT DO NOTHING
            """)
    }

    fileprivate static func deleteErasure(of person: PersonID) -> Self {
        Command("privacy.delete_erasure_request", "DELETE FROM erasure_request WHERE person_id = \(person)")
    }
}
