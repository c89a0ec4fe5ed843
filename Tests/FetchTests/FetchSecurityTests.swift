import Fetch
import Foundation
import Logging
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(30))) struct `A secure connection` {
    @Test func `is HTTP 2 where the server has it, one connection for all`() async throws {
        try await PythonServer.run("http2_server.py") { server in
            try await withClient(authority: server.authority) { client in
                let request = try server.secureRequest("/together", .post, body: Array("hello".utf8))

                // The server answers neither before it has both.
                async let first = client.fetch(request)
                async let second = client.fetch(request)
                let responses = try await [first, second]

                let facts = try responses.map { try JSONDecoder().decode(Facts.self, from: Data($0.body)) }
                #expect(responses.map(\.httpVersion) == ["2", "2"])
                #expect(facts.map(\.version) == ["2", "2"])
                #expect(facts.map(\.body) == ["hello", "hello"])
                #expect(facts[0].client == facts[1].client)
                let gone = try await client.fetch(server.secureRequest("/gone"))
                #expect(gone.status == 410)
            }
        }
    }

    @Test func `needs a certificate that holds`() async throws {
        try await PythonServer.run("http_server.py", ["--tls"]) { server in
            try await withClient { client in
                let failure = await #expect(throws: FetchError.self) {
                    try await client.fetch(server.secureRequest("/echo"))
                }

                guard case .insecure = failure else {
                    return #expect(Bool(false), "\(String(describing: failure))")
                }
            }
        }
    }

    @Test func `needs a certificate for the very name`() async throws {
        try await PythonServer.run("http_server.py", ["--tls"]) { server in
            try await withClient(authority: server.authority) { client in
                let byName = try await client.fetch(server.secureRequest("/echo"))
                #expect(byName.status == 200)

                // The same server, but its certificate does not say so.
                let failure = await #expect(throws: FetchError.self) {
                    try await client.fetch(server.secureRequest("/echo", host: "127.0.0.1"))
                }
                guard case .insecure = failure else {
                    return #expect(Bool(false), "\(String(describing: failure))")
                }
            }
        }
    }

    @Test func `to a public host only is never made to this machine`() async throws {
        try await PythonServer.run("http_server.py", ["--tls"]) { server in
            let elsewhere = try #require(IPAddress("192.0.2.1"))
            let policy = AddressPolicy.publicOnly(orPort: server.port, of: elsewhere)
            try await withClient(authority: server.authority) { client in
                await #expect(throws: FetchError.refused("localhost resolves to forbidden address 127.0.0.1"))
                {
                    try await client.fetch(server.secureRequest("/echo", policy: policy))
                }

                // The server had no connection before this one.
                let byName = try await client.fetch(server.secureRequest("/echo"))
                #expect(byName.connection == 1)
            }
        }
    }

    @Test func `that was made under another policy is not used again`() async throws {
        try await PythonServer.run("http_server.py", ["--tls"]) { server in
            let elsewhere = try #require(IPAddress("192.0.2.1"))
            let policy = AddressPolicy.publicOnly(orPort: server.port, of: elsewhere)
            try await withClient(authority: server.authority) { client in
                let first = try await client.fetch(server.secureRequest("/first"))
                #expect(first.status == 404)

                await #expect(throws: FetchError.refused("localhost resolves to forbidden address 127.0.0.1"))
                {
                    try await client.fetch(server.secureRequest("/second", policy: policy))
                }

                let third = try await client.fetch(server.secureRequest("/third"))
                #expect(third.status == 404)
                try await server.expect("request", at: "/first")
                try await server.expect("request", at: "/third")
            }
        }
    }

    @Test func `to a public host works where the address is permitted`() async throws {
        try await PythonServer.run("http_server.py", ["--tls"]) { server in
            let here = try #require(IPAddress("127.0.0.1"))
            let policy = AddressPolicy.publicOnly(orPort: server.port, of: here)
            try await withClient(authority: server.authority) { client in
                let answer = try await client.fetch(server.secureRequest("/echo", policy: policy))
                #expect(answer.status == 200)
            }
        }
    }

    @Test func `ignores a proxy that the environment names`() async throws {
        setenv("https_proxy", "http://127.0.0.1:1", 1)
        setenv("ALL_PROXY", "http://127.0.0.1:1", 1)
        defer {
            unsetenv("https_proxy")
            unsetenv("ALL_PROXY")
        }
        try await PythonServer.run("http_server.py", ["--tls"]) { server in
            try await withClient(authority: server.authority) { client in
                let byName = try await client.fetch(server.secureRequest("/echo"))
                #expect(byName.status == 200)
            }
        }
    }
}

/// What the HTTP/2 server says it was asked.
private struct Facts: Decodable {
    let version: String
    let body: String
    let client: Int
}
