import Access
import HTTPKit
import HTTPTypes
import Hummingbird
import NoonishAPI
import TestSupport
import Testing

/// Groups of routes: definitions without services, and routes that are answered with them.
@Suite struct RouteGroupTests {
    private struct Greetings: RouteGroup {
        let name: String

        static let definitions: [RouteDefinition<Self>] = [
            RouteDefinition(
                Endpoint(.get, "/greeting", id: "greet"), .readService, scope: .anyone, "Greet",
                answers: [], handler: greet)
        ]

        func greet(_ call: Call) -> Response { .json(.ok, ["name": name]) }
    }

    private struct House: RouteGroup {
        let greetings: Greetings?

        static let definitions: [RouteDefinition<Self>] = Greetings.definitions { $0.greetings }
    }

    @Test func `a route is answered with the services of its group`() async throws {
        let table = RouteTable(Greetings(name: "Ada").routes, site: .forTests, resolvers: [])
        try await withSite(table, heldTo: nil) { site in
            let answer = try await site.program().get("/greeting")

            #expect(answer["name"].text == "Ada")
        }
    }

    @Test func `a group serves the routes of the parts that it has`() {
        #expect(House.definitions.map(\.contract.key) == ["GET /greeting"])
        #expect(House(greetings: Greetings(name: "Ada")).routes.map(\.key) == ["GET /greeting"])
        #expect(House(greetings: nil).routes.isEmpty)
    }
}
