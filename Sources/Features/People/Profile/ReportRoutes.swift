internal import Access
internal import Foundation
internal import HTTPKit
internal import HTTPTypes
internal import Hummingbird
internal import NoonishAPI
internal import Postgres

/// `/v1/people/{id}/reports`: telling the operator of somebody.
struct ReportRoutes: Sendable {
    let database: PostgresClient
    let acquaintance: Acquaintance

    var routes: [Route] {
        [Route(.post, "/v1/people/{id}/reports", .reportPerson, scope: .member, report)]
    }

    /// `POST /v1/people/{id}/reports {reason, words?}`
    ///
    /// 202; the same again while the first is open changes nothing. Nobody is told but the operator.
    @Sendable func report(_ call: Call) async throws -> Response {
        let id = try call.id("id", PersonID.self)
        let me = try call.person
        let relation = try await acquaintance.relation(of: me, to: id).relation
        let about = try decide(call.actor, .reportPerson, id, as: relation)
        let report = try NewReport(await call.body())
        return try await call.write(database) { transaction in
            try await transaction.execute(.insertReport(report, of: about, by: me))
            return .empty(.accepted)
        }
    }
}

/// A checked report.
struct NewReport: Sendable {
    let reason: ReportReason
    let words: String?

    init(_ body: ObjectReader) throws(Problem) {
        var body = body
        let reason = body.required("reason", .oneOf(ReportReason.self))
        words = body.optional("words", .text(1...1_000, multiline: true))
        self.reason = try body.finish(reason)
    }
}

enum ReportReason: String, CaseIterable, Sendable {
    case name, picture, unwanted, impostor, other
}

enum ReportLimits {
    /// How long a report is kept after it was closed: while somebody may ask what became of it.
    static let kept = Duration.seconds(180 * 86_400)
    /// Reports that a console shows at once.
    static let shown = 200
}

extension Command {
    fileprivate static func insertReport(
        _ report: NewReport, of about: Capability<PersonID>, by person: PersonID
    ) -> Self {
        Command(
            "reports.insert",
            """
            INSERT INTO report (id, about_id, by_id, reason, words)
            VALUES (\(UUID.v7()), \(about.object), \(person), \(report.reason.rawValue), \(report.words))
                ON CONFLICT (about_id, by_id) WHERE closed_at IS NULL DO NOTHING
            """)
    }

    static func removeReports(now: Date?) -> Self {
        Command(
            "reports.remove_closed",
            "DELETE FROM report WHERE closed_at < coalesce(\(now), now()) - \(ReportLimits.kept)")
    }
}
