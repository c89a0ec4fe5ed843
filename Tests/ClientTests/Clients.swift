import Foundation
import JSON
import NoonishAPI
import NoonishClient
import NoonishTransport
import TestSupport
import Testing

/// A client that is signed in to `program`.
func member(
    _ address: String, of program: Program, over transport: any Transport = AsyncHTTPTransport()
) async throws -> NoonishClient {
    let client = try visitor(of: program, over: transport)
    try await client.requestCode(for: address)
    return client.authenticated(
        for: try await client.signIn(address, code: try await code(for: address, of: program)))
}

/// A client that is not signed in and retries soon.
func visitor(
    of program: Program, over transport: any Transport = AsyncHTTPTransport()
) throws -> NoonishClient {
    let url = try #require(URL(string: program.url))
    var client = try NoonishClient(url, program: "noonish-tests/1.0", transport: transport)
    client.retries.pause = .milliseconds(20)
    client.retries.longestPause = .milliseconds(200)
    return client
}

/// The newest that was mailed.
func code(for address: String, of program: Program) async throws -> String {
    try await eventually("a code for \(address)") {
        try await program.site.program().get("/dev/outbox?to=\(address)")["items"][0]["code"].text
    }
}

@discardableResult
func befriend(_ one: NoonishClient, _ other: NoonishClient, _ address: String) async throws -> PersonID {
    try await one.requestFriendship(address)
    let request = try #require(try await other.friendRequests().value.items.first)
    return try await other.accept(request.id).id
}
