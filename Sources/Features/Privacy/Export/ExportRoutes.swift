package import Access
package import Accounts
internal import Foundation
internal import HTTPKit
internal import HTTPTypes
internal import Hummingbird
internal import JSON
internal import Jobs
internal import NIOCore
internal import NoonishAPI
package import Postgres

/// `/v1/me/exports`: a copy of all that is kept of somebody. Guests ask by their personal link.
struct ExportRoutes: Sendable {
    let exports: Exports

    var routes: [Route] {
        [
            Route(.post, "/v1/me/exports", .exportSelf, scope: .guest, ask),
            Route(.get, "/v1/me/exports", .exportSelf, scope: .guest, list),
            Route(.get, "/v1/me/exports/{id}/archive", .exportSelf, scope: .guest, take),
        ]
    }

    /// `POST /v1/me/exports`
    ///
    /// 202: it is made in the background; a member gets a mail then. One that is under way is told instead of another.
    /// Needs a recent sign-in.
    @Sendable func ask(_ call: Call) async throws -> Response {
        let me = try await call.wholly(.exportSelf, exports.database)
        try await call.bodyIfAny().finishEmpty()
        try await call.requireRecentProof(exports.database, clock: exports.clock)
        let now = exports.clock.now()
        return try await call.write(exports.database) { transaction in
            guard try await transaction.one(.exportsToday(of: me.object, now: now)) < ExportLimits.aDay else {
                throw Problem.tooManyRequests(retryAfterSeconds: 3_600)
            }
            let export = try await transaction.one(.askForExport(of: me.object, now: now))
            try await transaction.audit(call.line(.exportAsked, "export:\(export.id)"))
            transaction.afterCommit { exports.signal.fire() }
            return .json(.accepted, export)
        }
    }

    /// `GET /v1/me/exports`: those under way or ready, the newest first
    @Sendable func list(_ call: Call) async throws -> Response {
        let me = try await call.wholly(.exportSelf, exports.database)
        let rows = try await exports.database.all(.exports(of: me.object, now: exports.clock.now()))
        return .json(.ok, WholeList(rows))
    }

    /// `GET /v1/me/exports/{id}/archive`: the ZIP file, for a day
    @Sendable func take(_ call: Call) async throws -> Response {
        let me = try await call.wholly(.exportSelf, exports.database)
        let id = try call.id("id", ExportID.self)
        let now = exports.clock.now()
        guard let archive = try await exports.database.first(.archive(id, of: me.object, now: now)) else {
            throw Problem.notFound
        }
        try await exports.database.audit(call.line(.exportTaken, "export:\(id)"))
        return .archive(archive)
    }
}

extension Response {
    static func archive(_ bytes: [UInt8]) -> Response {
        Response(
            status: .ok,
            headers: [
                .contentType: "application/zip", .cacheControl: "no-store",
                .contentDisposition: "attachment; filename=\"noonish.zip\"",
            ], body: .init(byteBuffer: ByteBuffer(bytes: bytes)))
    }
}

extension Call {
    /// Proof that the caller may do `action` to all that is theirs. A personal link does that for a guest, who has
    /// nothing else, and never for a member: a mail that was passed on must not hand over an account.
    func wholly(_ action: Action, _ database: any Database) async throws -> Capability<PersonID> {
        let me = try oneself(action)
        guard case .guest = actor else { return me }
        guard try await database.first(.isGuest(me.object)) == true else {
            throw Problem.unauthorized("sign_in_for_that", "This person has an account: sign in to do that.")
        }
        return me
    }

    /// ``requireRecentSignIn(_:clock:)``, for those who sign in.
    package func requireRecentProof(_ database: any Database, clock: AccountClock) async throws {
        if case .person = actor { try await requireRecentSignIn(database, clock: clock) }
    }
}

extension Query where Row == Bool {
    static func isGuest(_ person: PersonID) -> Self {
        Query("privacy.check_guest", "SELECT kind = 'guest' FROM person WHERE id = \(person)") {
            row throws(PostgresError) in try row.next()
        }
    }
}

extension ObjectReader {
    /// For a body that says nothing.
    consuming func finishEmpty() throws(Problem) { try finish() }
}

/// An export as its owner sees it.
struct ExportRow: PostgresRow, JSONEncodable {
    let id: ExportID
    let requestedAt: Date
    let readyAt: Date?
    let expiresAt: Date?

    init(row: inout RowReader) throws(PostgresError) {
        id = try row.next()
        requestedAt = try row.next()
        readyAt = try row.next()
        expiresAt = try row.next()
    }

    func encode(to writer: inout JSONWriter) {
        writer.object {
            $0.field("id", id)
            $0.field("state", readyAt == nil ? "under_way" : "ready")
            $0.field("requestedAt", requestedAt)
            $0.field("readyAt", readyAt)
            $0.field("expiresAt", expiresAt)
            $0.field("archive", readyAt.map { _ in "/v1/me/exports/\(id)/archive" })
        }
    }
}

enum ExportSubject {}
typealias ExportID = ID<ExportSubject>
