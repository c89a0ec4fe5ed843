import Access
import Postgres
import TestSupport
import Testing

/// Processes of one service have the same keys and the same address.
@Suite struct ServiceIdentityTests {
    private static let otherKey = SecretKey(bytes: Array(repeating: 9, count: 32)) ?? .forTests

    private func identity(
        key: SecretKey = .forTests, push: String = "push", url: String? = "https://lunch.example.org"
    ) -> ServiceIdentity {
        ServiceIdentity(key: key, pushKey: push, publicURL: url)
    }

    @Test func `the first process decides, and others that differ are told in what`() async throws {
        try await withDatabase(role: "noonish_app") { database async throws in
            #expect(try await identity().differences(in: database).isEmpty)
            #expect(try await identity().differences(in: database).isEmpty)
            #expect(try await identity(url: nil).differences(in: database).isEmpty)

            let other = identity(key: Self.otherKey, push: "other", url: "https://dinner.example.org")
            #expect(
                try await other.differences(in: database) == ["http.publicURL", "secret.key", "webPush.key"])
            // Its links would lead to localhost.
            #expect(try await identity(url: "").differences(in: database) == ["http.publicURL"])
        }
    }

    @Test func `a process without an address leaves it to the next`() async throws {
        try await withDatabase(role: "noonish_worker") { database async throws in
            #expect(try await identity(url: "").differences(in: database).isEmpty)
            #expect(try await identity().differences(in: database).isEmpty)
        }
    }

    @Test func `only the owner of the schema replaces it`() async throws {
        try await withDatabase { database async throws in
            _ = try await identity().differences(in: database)
            try await identity(key: Self.otherKey).replace(in: database)
            #expect(try await identity().differences(in: database) == ["secret.key"])
        }
        try await withDatabase(role: "noonish_app") { database async throws in
            _ = await #expect(throws: PostgresError.self) { try await identity().replace(in: database) }
        }
    }
}
