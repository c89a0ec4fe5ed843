import Access
import Foundation
import HTTPKit
import HTTPTypes
import Hummingbird
import JSON
import NoonishAPI
import TestSupport
import Testing

/// Programs that are too old, and old shapes for those that are not yet.
@Suite struct ClientFloorTests {
    private static let floors = MinimumClientVersions(
        ["noonish-ios/1.10", "other/3"].compactMap(ClientVersion.init), updateURL: "https://example.org/get")

    @Test(arguments: ["noonish-ios/1.9.7", "Noonish-iOS/1", "other/2.99"])
    func `a program under its floor is told where to update`(client: String) async throws {
        try await withRoutes { site in
            let answer = try await site.program().get("/open", headers: [.noonishClient: client])

            #expect(answer.status == .upgradeRequired)
            #expect(answer.code == "client_outdated")
            #expect(answer["update"].text == "https://example.org/get")
            #expect(answer.headers[.upgrade] != nil)
        }
    }

    @Test(arguments: ["noonish-ios/1.10", "noonish-ios/2", "unknown/0.1", "noonish-ios", "noonish-ios/x", ""])
    func `everybody else is let in`(client: String) async throws {
        try await withRoutes { site in
            let answer = try await site.program().get("/open", headers: [.noonishClient: client])

            #expect(answer.status == .ok)
        }
    }

    @Test func `a former shape is there for those who ask for it, a step at a time`() async throws {
        try await withRoutes { site in
            let newest = try await site.program().get("/open")
            let second = try await site.program().get(
                "/open", headers: [.accept: "application/json; shape=2"])
            let first = try await site.program().get("/open", headers: [.accept: "application/json;shape=1"])
            let gone = try await site.program().get("/open", headers: [.accept: "application/json;shape=0"])

            #expect(newest.text == #"{"steps":3}"#)
            #expect(newest.headers[.vary] == "Accept")
            #expect(newest.headers[.deprecation] == nil)
            #expect(second.text == #"{"steps":2}"#)
            #expect(second.headers[.contentType] == "application/json;shape=2")
            #expect(first.text == #"{"steps":1}"#)
            #expect(first.headers[.deprecation] == "@1000000000")
            #expect(first.headers[.sunset] == "Fri, 31 Dec 9999 23:59:59 GMT")
            #expect(first.headers[.eTag] != newest.headers[.eTag])
            #expect(gone.text == newest.text)
        }
    }

    /// Each step takes the body of the shape after it.
    private static func shape(_ number: Int, sunset: Double = 253_402_300_799) -> FormerShape {
        FormerShape(
            number, deprecatedAt: .init(timeIntervalSince1970: 1_000_000_000),
            sunset: .init(timeIntervalSince1970: sunset)
        ) { body in
            body["steps"].number == number + 1 ? ["steps": .integer(number)] : "a step was left out"
        }
    }

    private func withRoutes(_ test: @escaping @Sendable (TestSite) async throws -> Void) async throws {
        let shapes = [Self.shape(2), Self.shape(1), Self.shape(0, sunset: 1_000_000_001)]
        let route = Route(.get, "/open", .listOutings, scope: .anyone, formerShapes: shapes) { _ in
            .json(.ok, ["steps": 3], etag: .content)
        }
        let table = RouteTable([route], site: .forTests, resolvers: [], clients: Self.floors)
        try await withSite(table, heldTo: nil, test)
    }
}
