package import Access
import Accounts
import HTTPKit
import HTTPTypes
import Hummingbird
import Initializers
import NoonishAPI
import OpenAPI
import People
package import Postgres

/// Sharing an approximate starting point, so that a search can rank places by how far everyone has to travel.
///
/// Starting points are never in a response, log, notification or address. A search ranks by them, and each person
/// learns their own distance only.
@MemberwiseInit
package struct OriginRoutes: RouteGroup {
    let database: PostgresClient
    let record: OutingRecord

    package static let definitions: [RouteDefinition<Self>] = [
        RouteDefinition(
            .shareOrigin, .shareOrigin, scope: .guest, "Share the caller's starting point",
            "The position is rounded to 0.005 degrees, used for this outing only, never shown to anyone, and deleted when the outing ends.",
            body: .json(
                .object(
                    .field("latitude", .number(-90...90, 60.1699), "Degrees, WGS 84."),
                    .field("longitude", .number(-180...180, 24.9384)),
                    .field(
                        "consent", .boolean,
                        "Must be true: consent to its use for finding a place that is fair to all."))),
            answers: [.done("Stored")],
            problems: [
                .forbidden, .faults("consent_needed"), .of(OutingProblems.cancelled),
                .of(OutingProblems.answersClosed), .of(OutingProblems.notAttending),
            ], handler: share),
        RouteDefinition(
            .forgetOrigin, .shareOrigin, scope: .guest, "Remove the caller's starting point",
            answers: [.done("Removed")],
            problems: [.forbidden], handler: forget),
    ]

    /// Stores the point for this outing, rounded to 0.005 degrees, until the outing ends.
    func share(_ call: Call) async throws -> Response {
        let id: OutingID = try call.id("id")
        let person = try call.person
        let origin = try Origin(await call.body())
        return try await call.write(database) { transaction in
            let (outing, _) = try await OutingEdits.open(id, call.actor, .shareOrigin, in: transaction)
            guard outing.stage != .cancelled else { throw OutingProblems.cancelled }
            guard outing.stage != .done else { throw OutingProblems.answersClosed }
            guard outing.mine?.answer.status != .declined else { throw OutingProblems.notAttending }
            try await transaction.restrictRowAccess(to: person)
            try await transaction.execute(.storeOrigin(origin, of: person, for: id))
            return .empty()
        }
    }

    func forget(_ call: Call) async throws -> Response {
        let id: OutingID = try call.id("id")
        let person = try call.person
        return try await call.write(database) { transaction in
            _ = try await OutingEdits.open(id, call.actor, .shareOrigin, in: transaction)
            try await transaction.restrictRowAccess(to: person)
            try await transaction.execute(.forgetOrigin(of: person, for: id))
            return .empty()
        }
    }
}

extension Origin {
    fileprivate init(_ body: ObjectReader) throws(Problem) {
        var body = body
        let latitude = body.required("latitude", .number(-90...90))
        let longitude = body.required("longitude", .number(-180...180))
        if body.optional("consent", .boolean) != true {
            body.refuse(
                "consent", "consent_needed", "Say that they may be used for this outing: consent: true.")
        }
        let values = try body.finish(latitude, longitude)
        self.init(latitude: values.0, longitude: values.1)
    }
}

extension OutingClock {
    /// Deletes starting points of outings that have ended. Repeating it does nothing.
    ///
    /// - Returns: The number of deleted points.
    @discardableResult
    package func forgetOrigins() async throws -> Int {
        try await database.one(
            Query<Int>(
                "outings.delete_expired_starting_points", on: .write,
                "SELECT delete_expired_starting_points()"))
    }
}

extension Command {
    /// Requires an earlier `see(asOnly:)` in the transaction, as the next two do.
    fileprivate static func storeOrigin(
        _ origin: Origin, of person: PersonID, for outing: OutingID
    ) -> Command {
        Command(
            "outings.store_starting_point",
            """
            INSERT INTO starting_point (outing_id, person_id, latitude, longitude)
            VALUES (\(outing), \(person), \(origin.latitude), \(origin.longitude))
                ON CONFLICT (outing_id, person_id) DO UPDATE
               SET latitude = excluded.latitude, longitude = excluded.longitude, shared_at = now()
            """)
    }

    fileprivate static func forgetOrigin(of person: PersonID, for outing: OutingID) -> Command {
        Command(
            "outings.delete_starting_point",
            "DELETE FROM starting_point WHERE outing_id = \(outing) AND person_id = \(person)")
    }

    static func forgetOrigins(of person: PersonID) -> Command {
        Command("outings.delete_starting_points", "DELETE FROM starting_point WHERE person_id = \(person)")
    }
}

/// A shared starting point, without its owner.
@Row
struct SharedOrigin: PostgresRow {
    let latitude: Double
    let longitude: Double
    let isOwn: Bool
}

extension Query where Row == SharedOrigin {
    /// The starting points of people who attend or might, in the order of the coordinates.
    static func origins(of outing: OutingID, for reader: PersonID?) -> Self {
        Query(
            "outings.list_starting_points",
            "SELECT latitude, longitude, is_own FROM starting_points_of(\(outing), \(reader))")
    }
}
