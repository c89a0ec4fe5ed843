import Access
import Accounts
import Fetch
import Foundation
import HTTPTypes
import JSON
import Logging
import TestSupport
import Testing

/// The fake of a provider, and the way of a browser through it.
struct FakeProvider: Sendable {
    let url: String
    let client: FetchClient

    /// The address where a browser was sent, with what it shall say and how it shall lie there.
    func visit(_ start: String, _ wishes: [String: String]) async throws -> (
        status: Int, answer: FetchResponse
    ) {
        let more = wishes.sorted { $0.key < $1.key }.map { "&\($0.key)=\(Self.encoded($0.value))" }.joined()
        let response = try await get(start + more)
        return (response.status, response)
    }

    func get(_ url: String) async throws -> FetchResponse {
        try await client.fetch(FetchRequest(.get, url, policy: .any, allowsPlainHTTP: true))
    }

    /// A member of the JSON that the fake has at `path`.
    func text(_ path: String, _ member: String) async throws -> String {
        let body = try JSONValue(parsing: try await get(url + path).body)
        return try #require(body[member].text)
    }

    func keysAsked() async throws -> Int {
        try #require(try JSONValue(parsing: try await get(url + "/asked").body)["keys"].number)
    }

    func rotate() async throws {
        _ = try await client.fetch(
            FetchRequest(.post, url + "/rotate", policy: .any, allowsPlainHTTP: true))
    }

    static func encoded(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
    }

    static let clientID = "noonish client"
    static let secret = "a secret: with signs & spaces"
    static let facebookSecret = "facebook app secret"
}

/// Runs `test` with the providers `company`, which follows the standard, `apple` and `facebook`.
func withProviders(
    trusting addresses: AddressTrust = .domains(["example.org"]), at site: Site = .forTests,
    _ test: @escaping @Sendable (TestWorld, FakeProvider) async throws -> Void
) async throws {
    try await PythonServer.run("identity_provider_fake.py") { server in
        let url = "http://127.0.0.1:\(server.port)"
        let client = try FetchClient(FetchConfiguration(userAgent: "tests"), logger: Logger(label: "tests"))
        let fake = FakeProvider(url: url, client: client)
        let pem = try await fake.text("/apple-key", "pem")
        let minted = try #require(MintedSecret(pem: pem, keyID: "KEY1234567", teamID: "TEAM123456"))
        let providers = IdentityProviders(
            [
                IdentityProvider(
                    id: "company", label: "Company", issuer: url, clientID: FakeProvider.clientID,
                    nativeClientIDs: ["native client"], secret: .text(FakeProvider.secret),
                    addresses: addresses),
                IdentityProvider(
                    id: "apple", label: "Apple", issuer: url, clientID: FakeProvider.clientID,
                    secret: .minted(minted), addresses: addresses, dialect: .apple),
                IdentityProvider(
                    id: "facebook", label: "Facebook", issuer: url, clientID: "facebook app",
                    secret: .text(FakeProvider.facebookSecret), scopes: ["openid", "email", "user_friends"],
                    addresses: addresses, dialect: .facebook(FacebookEndpoints(below: url + "/facebook"))),
                IdentityProvider(
                    id: "impostor", label: "Impostor", issuer: url + "/elsewhere",
                    clientID: FakeProvider.clientID, secret: .none, addresses: .all),
            ], client: client)
        try await withPeople(at: site, providers: providers) { world in try await test(world, fake) }
        await client.shutdown()
    }
}

extension Visitor {
    /// Begins at a provider and says where the browser is sent.
    func begin(at provider: String, _ json: String = "{}") async throws -> Answer {
        try await post("/v1/auth/oidc/\(provider)", json)
    }

    /// Goes to a provider and comes back to our callback, which has not been asked yet.
    func wayBack(
        from provider: String = "company", _ fake: FakeProvider, _ wishes: [String: String],
        begin json: String = "{}"
    ) async throws -> String {
        let begun = try await begin(at: provider, json)
        let location: String = try #require(begun["location"].text)
        let (status, answer) = try await fake.visit(location, wishes)
        try #require(status == 302)
        let target = try #require(answer.header("Location"))
        return target.replacing("http://localhost:8080", with: "")
    }

    /// The same, and in.
    func signIn(
        by provider: String = "company", _ fake: FakeProvider, _ wishes: [String: String],
        begin json: String = "{}"
    ) async throws -> Answer {
        try await get(try await wayBack(from: provider, fake, wishes, begin: json))
    }
}

extension Answer {
    var location: String { headers[.location] ?? "" }
}
