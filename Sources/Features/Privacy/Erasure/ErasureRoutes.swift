package import Access
internal import Accounts
internal import Foundation
internal import HTTPKit
internal import HTTPTypes
internal import Hummingbird
internal import JSON
internal import Localization
package import NoonishAPI
internal import Postgres

/// `/v1/me/erasure`: to be forgotten. Guests ask by their personal link.
struct ErasureRoutes: Sendable {
    let erasures: Erasures

    var routes: [Route] {
        [
            Route(.get, "/v1/me/erasure", .eraseSelf, scope: .guest, read),
            Route(.put, "/v1/me/erasure", .eraseSelf, scope: .guest, ask),
            Route(.delete, "/v1/me/erasure", .eraseSelf, scope: .guest, takeBack),
        ]
    }

    /// `GET /v1/me/erasure`: when it will be, with nulls if nobody asked
    @Sendable func read(_ call: Call) async throws -> Response {
        let me = try await call.wholly(.eraseSelf, erasures.database)
        return .json(.ok, try await erasures.database.first(.erasure(of: me.object)) ?? ErasureRow())
    }

    /// `PUT /v1/me/erasure`
    ///
    /// In seven days; asked again, the first time counts. A member gets a mail. Needs a recent sign-in.
    @Sendable func ask(_ call: Call) async throws -> Response {
        let me = try await call.wholly(.eraseSelf, erasures.database)
        try await call.bodyIfAny().finishEmpty()
        try await call.requireRecentProof(erasures.database, clock: erasures.clock)
        let row = try await erasures.ask(for: me.object, call.line(.erasureAsked, "person:\(me.object)"))
        return .json(.ok, row)
    }

    /// `DELETE /v1/me/erasure`
    @Sendable func takeBack(_ call: Call) async throws -> Response {
        let me = try await call.wholly(.eraseSelf, erasures.database)
        try await erasures.takeBack(of: me.object, call.line(.erasureTakenBack, "person:\(me.object)"))
        return .empty()
    }
}

extension Erasures {
    package func ask(for person: PersonID, _ line: AuditLine) async throws -> ErasureRow {
        let now = clock.now()
        return try await database.transaction { transaction in
            let asked = try await transaction.execute(.askErasure(of: person, now: now))
            let row = try await transaction.one(.erasure(of: person))
            guard asked == 1 else { return row }
            try await tell(person, row, in: transaction)
            try await transaction.audit(line)
            return row
        }
    }

    func takeBack(of person: PersonID, _ line: AuditLine) async throws {
        try await database.transaction { transaction in
            guard try await transaction.execute(.takeBackErasure(of: person)) == 1 else { return }
            try await transaction.audit(line)
        }
    }

    private func tell(_ person: PersonID, _ row: ErasureRow, in transaction: Transaction) async throws {
        guard let due = row.dueAt, let address = try await transaction.first(.mailAddress(of: person)) else {
            return
        }
        let contact = try await transaction.first(.contacts([person]))
        let words = MailWords(language: site.catalogue.language(of: contact?.locale, asked: nil))
        let content = words.erasureIsDue(
            due, in: contact?.timeZone.flatMap(TimeZone.init(identifier:)) ?? .gmt,
            link: site.url("/settings"))
        try await outbox.enqueue(content, to: address, in: transaction)
    }
}

/// When somebody will be forgotten; without dates where nobody asked.
package struct ErasureRow: PostgresRow, JSONEncodable {
    let requestedAt: Date?
    let dueAt: Date?

    init() {
        requestedAt = nil
        dueAt = nil
    }

    init(row: inout RowReader) throws(PostgresError) {
        requestedAt = try row.next()
        dueAt = try row.next()
    }

    func encode(to writer: inout JSONWriter) {
        writer.object {
            $0.field("requestedAt", requestedAt)
            $0.field("dueAt", dueAt)
        }
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
    fileprivate static func askErasure(of person: PersonID, now: Date?) -> Self {
        Command(
            "privacy.insert_erasure_request",
            """
            INSERT INTO erasure_request (person_id, requested_at, due_at)
            VALUES (\(person), coalesce(\(now), now()),
                    coalesce(\(now), now()) + \(ErasureLimits.grace) * interval '1 s')
                ON CONFLICT DO NOTHING
            """)
    }

    fileprivate static func takeBackErasure(of person: PersonID) -> Self {
        Command("privacy.delete_erasure_request", "DELETE FROM erasure_request WHERE person_id = \(person)")
    }
}
