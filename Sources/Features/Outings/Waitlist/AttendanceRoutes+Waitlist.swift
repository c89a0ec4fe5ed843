import Access
import HTTPKit
import Hummingbird
import NoonishAPI
import Postgres

extension AttendanceRoutes {
    /// Accepts the seats that are held for the caller, or that are free.
    @Sendable func take(_ call: Call) async throws -> Response {
        let id: OutingID = try call.id("id")
        return try await call.write(database) { transaction in
            try await edits.waitlist.take(id, by: call.actor, in: transaction)
            return try await Self.present(try call.person, of: id, to: call, in: transaction)
        }
    }
}
