import HTTPKit
import HTTPTypes
import Hummingbird
import NoonishAPI
import Postgres
import TestSupport
import Testing

@testable import Access

struct PostgresErrorTests {
    @Test(arguments: [
        (PostgresError.connect("no"), 503), (.connect("the server is read-only", sqlState: "25006"), 503),
        (server("25006"), 503),
        (.connectionLost(sent: false), 503),
        (.connectionLost(sent: true), 503),
        (.deadline(sent: true), 503), (.overloaded, 503), (.shutdown, 503), (server("53100"), 503),
        (server("57P02"), 503), (server("57P03"), 503), (server("40001"), 503), (server("42601"), 500),
        (.decode("no"), 500),
    ])
    func `a database that is away is a reason to come back, a wrong statement is not`(
        error: PostgresError, status: Int
    ) async throws {
        let route = Route(.get, "/fails", .readService, scope: .anyone) { _ in throw error }
        try await withSite(RouteTable([route], site: .forTests, resolvers: []), heldTo: nil) { site in
            let answer = try await site.program().get("/fails")

            #expect(answer.status.code == status)
            #expect((answer.headers[.retryAfter] != nil) == (status == 503))
            #expect(status == 503 || answer["incident"].text != nil)
        }
    }

    private static func server(_ sqlState: String) -> PostgresError {
        .server(.init(sqlState: sqlState, message: "", detail: nil, constraint: nil, query: ""))
    }
}
