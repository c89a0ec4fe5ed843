package import Access
package import Accounts
import Foundation
import HTTPKit
import HTTPTypes
import Hummingbird
import JSON
import Jobs
import NIOCore
package import NoonishAPI
import OpenAPI
package import Postgres

/// Exporting the caller's data. Guests authenticate with their personal link.
struct ExportRoutes: RouteGroup {
    let exports: Exports

    private static let limit = DurableLimit("exports", most: ExportLimits.perDay, window: .seconds(86_400))

    static let definitions: [RouteDefinition<Self>] = [
        RouteDefinition(
            .askForExport, .exportSelf, scope: .guest, "Request an export of the caller's data",
            "The export is made in the background; one in progress is returned instead of a second one. Members need a recent sign-in.",
            body: .json(.object(), isRequired: false),
            answers: [.accepted(.export, "The export in progress")],
            problems: [.signInAgain, .membersOnly], handler: requestExport),
        RouteDefinition(
            .listExports, .exportSelf, scope: .guest, "List exports",
            answers: [.ok(.page(of: .export), "Exports that are in progress or ready, newest first")],
            problems: [.membersOnly],
            handler: list),
        RouteDefinition(
            .takeExport, .exportSelf, scope: .guest, "Download the archive of an export",
            "Available for a day.",
            answers: [.text("application/zip", "A ZIP file of JSON files", example: "PK")],
            problems: [.membersOnly], handler: take),
    ]

    /// Starts an export in the background. A member is notified by mail when it is ready.
    func requestExport(_ call: Call) async throws -> Response {
        let me = try await call.authorizeForAllData(.exportSelf, exports.database)
        try await call.requireEmptyBody()
        try await call.requireRecentSignInOfMember(exports.database, clock: exports.clock)
        let now = exports.clock.now()
        return try await call.write(exports.database) { transaction in
            try await Self.limit.require(
                by: me.object.description, counting: .exportsMade(for: me.object), now: now, in: transaction)
            let export = try await transaction.one(.findOrCreateExport(of: me.object, now: now))
            try await exports.queue.enqueue(MakeExport(export.id), now: now, in: transaction)
            try await transaction.audit(call.line(.exportRequested, "export:\(export.id)"))
            return .json(.accepted, export)
        }
    }

    func list(_ call: Call) async throws -> Response {
        let me = try await call.authorizeForAllData(.exportSelf, exports.database)
        let rows = try await exports.database.all(.exports(of: me.object, now: exports.clock.now()))
        return .json(.ok, WholeList(rows))
    }

    func take(_ call: Call) async throws -> Response {
        let me = try await call.authorizeForAllData(.exportSelf, exports.database)
        let id = try call.id("id", ExportID.self)
        let now = exports.clock.now()
        guard let archive = try await exports.database.first(.archive(id, of: me.object, now: now)) else {
            throw Problem.notFound
        }
        try await exports.database.audit(call.line(.exportDownloaded, "export:\(id)"))
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
    /// Proof that the caller may perform `action` on all of their data. A personal link suffices for a guest, who
    /// has nothing else, but never for a member: a forwarded mail must not give access to an account.
    package func authorizeForAllData(
        _ action: Action, _ database: any Database
    ) async throws -> Capability<PersonID> {
        let me = try oneself(action)
        guard case .guest = actor else { return me }
        guard try await database.first(.isGuest(me.object)) == true else {
            throw Problem.unauthorized("sign_in_for_that", "This person has an account: sign in to do that.")
        }
        return me
    }

    /// Calls ``requireRecentSignIn(_:clock:)`` for members.
    package func requireRecentSignInOfMember(_ database: any Database, clock: AccountClock) async throws {
        if case .person = actor { try await requireRecentSignIn(database, clock: clock) }
    }
}

extension Query where Row == Bool {
    static func isGuest(_ person: PersonID) -> Self {
        Query("privacy.check_guest", "SELECT kind = 'guest' FROM person WHERE id = \(person)")
    }
}

/// An export as its owner sees it.
@Row
struct ExportRow: PostgresRow, JSONEncodable {
    let id: ExportID
    let requestedAt: Date
    let readyAt: Date?
    let expiresAt: Date?

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
