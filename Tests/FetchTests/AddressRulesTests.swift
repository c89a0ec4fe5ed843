import Fetch
import Foundation
import TestSupport
import Testing

/// Addresses of webhooks that would reach what only this machine can reach.
@Suite(.timeLimit(.minutes(30))) struct `An address that a stranger gave` {
    static let neverAsked = [
        // Numbers, in every way that some program reads as an address
        "https://127.0.0.1/", "https://127.1/", "https://127.0.1/", "https://2130706433/",
        "https://017700000001/",
        "https://0177.0.0.1/", "https://0x7f000001/", "https://0x7f.0.0.1/", "https://0X7F.1/", "https://0/",
        "https://127.0.0.1./", "https://0x7f.1./", "https://127.0.0.1.:443/", "https://1.2.3/",
        "https://256.256.256.256/",
        "https://169.254.169.254/latest/meta-data/", "https://10.0.0.1:8443/", "https://192.168.0.1/",
        "https://8.8.8.8/", "https://a.0x7f/", "https://example.1/", "https://example.0/",
        // IPv6, with an IPv4 address inside
        "https://[::1]/", "https://[::]/", "https://[::ffff:127.0.0.1]/", "https://[::ffff:7f00:1]/",
        "https://[64:ff9b::7f00:1]/", "https://[2002:7f00:1::]/", "https://[fe80::1%25lo]/",
        "https://[fd00::1]/",
        "https://[2606:4700::1111]/",
        // Names that are no full names, or written in another way
        "https://localhost./", "https://example.com./", "https://.example.com/", "https://example..com/",
        "https://-example.com/", "https://example-.com/", "https://exa_mple.com/", "https://exa*mple.com/",
        "https://ⓛⓞⓒⓐⓛⓗⓞⓢⓣ/", "https://１２７.０.０.１/", "https://127。0。0。1/", "https://bücher.example/",
        "https://%31%32%37.0.0.1/", "https://example.com%2f@127.0.0.1/",
        "https://example.com%00.evil.example/",
        // A user name in front
        "https://user@example.com/", "https://user:secret@example.com/", "https://example.com@127.0.0.1/",
        "https://example.com#@127.0.0.1:22/", "https://127.0.0.1\\@example.com/",
        // Another port or protocol
        "http://example.com/", "https://example.com:22/", "https://example.com:8080/",
        "https://example.com:0/",
        "https://example.com:70000/", "ftp://example.com/", "gopher://example.com/", "file:///etc/passwd",
        "dict://example.com:11211/", "https:///127.0.0.1/", "https://", "//example.com/", "example.com",
        "https://example.com/\r\nHost: localhost", "https://example.com/ x",
    ]

    @Test(arguments: neverAsked) func `of this kind is refused as it stands`(url: String) {
        // What follows # never leaves a client; the host before it decides.
        guard !url.contains("#") else { return }
        #expect(throws: FetchError.self) { try FetchRequest(.post, url, body: []) }
    }

    @Test func `hides nothing behind a number sign`() async throws {
        let resolver = NameResolver { host in .addresses(host == "example.com" ? [.v4(0x7f00_0001)] : []) }
        try await withClient(resolver: resolver) { client in
            await #expect(throws: FetchError.refused("example.com resolves to forbidden address 127.0.0.1")) {
                try await client.fetch(FetchRequest(.post, "https://example.com#@8.8.8.8:22/", body: []))
            }
        }
    }

    static let answers = [
        ["127.0.0.1"], ["0.0.0.0"], ["10.1.2.3"], ["100.64.0.1"], ["169.254.169.254"], ["172.16.0.1"],
        ["192.168.1.1"], ["198.18.0.1"], ["224.0.0.1"], ["255.255.255.255"],
        ["::1"], ["::"], ["::ffff:127.0.0.1"], ["::ffff:8.8.8.8"], ["64:ff9b::7f00:1"], ["64:ff9b::808:808"],
        ["2002:7f00:1::"], ["2001:0:4136:e378::1"], ["fd00::1"], ["fe80::1"], ["ff02::1"], ["100::1"],
        // One is enough, wherever it stands
        ["8.8.8.8", "127.0.0.1"], ["127.0.0.1", "8.8.8.8"], ["8.8.8.8", "::1"],
        ["2606:4700::1111", "10.0.0.1"],
        ["8.8.8.8", "8.8.4.4", "2606:4700::1111", "fe80::1"],
    ]

    @Test(arguments: answers) func `whose name leads inside is refused`(addresses: [String]) async throws {
        let found = addresses.compactMap { IPAddress($0) }
        try #require(found.count == addresses.count)
        try await withClient(resolver: NameResolver { _ in .addresses(found) }) { client in
            let refusal = await #expect(throws: FetchError.self) {
                try await client.fetch(FetchRequest(.post, "https://hook.example.com/", body: []))
            }

            let inside = try #require(found.first { !$0.isGlobalUnicast })
            #expect(refusal == .refused("hook.example.com resolves to forbidden address \(inside)"))
        }
    }

    @Test func `is connected to where it was checked, whatever it leads to later`() async throws {
        try await PythonServer.run("http_server.py", ["--tls"]) { server in
            let here = try #require(IPAddress("127.0.0.1"))
            // No other resolver knows this name, so a connection can come from this answer alone.
            let resolver = NameResolver { _ in .addresses([here]) }
            try await withClient(authority: server.authority, resolver: resolver) { client in
                let policy = AddressPolicy.publicOnly(orPort: server.port, of: here)
                let failure = await #expect(throws: FetchError.self) {
                    try await client.fetch(
                        server.secureRequest("/echo", host: "rebound.example.com", policy: policy))
                }

                // It was reached: its certificate is another's.
                guard case .insecure = failure else {
                    return #expect(Bool(false), "\(String(describing: failure))")
                }
            }
        }
    }

    @Test func `is not followed elsewhere`() async throws {
        try await PythonServer.run("http_server.py", ["--tls"]) { server in
            let here = try #require(IPAddress("127.0.0.1"))
            try await withClient(
                authority: server.authority, resolver: NameResolver { _ in .addresses([here]) }
            ) {
                client in
                let policy = AddressPolicy.publicOnly(orPort: server.port, of: here)

                let answer = try await client.fetch(server.secureRequest("/metadata", policy: policy))

                #expect(answer.status == 302)
                #expect(answer.header("Location") == "http://169.254.169.254/latest/meta-data/")
                try await server.expect("request", at: "/metadata")
            }
        }
    }

    @Test func `without an address, or one that is never found, says so`() async throws {
        let request = try FetchRequest(
            .post, "https://hook.example.com/", body: [],
            limits: TransferLimits(total: .seconds(30), connect: .milliseconds(20)))
        try await withClient(resolver: NameResolver { _ in .addresses([]) }) { client in
            await #expect(throws: FetchError.unreachable("hook.example.com has no address")) {
                try await client.fetch(request)
            }
        }
        try await withClient(resolver: NameResolver { _ in .failure("no such name") }) { client in
            await #expect(throws: FetchError.unreachable("hook.example.com: no such name")) {
                try await client.fetch(request)
            }
        }
        let never = DispatchSemaphore(value: 0)
        defer { never.signal() }
        let silent = NameResolver { _ in
            never.wait()
            return .addresses([])
        }
        try await withClient(resolver: silent) { client in
            await #expect(throws: FetchError.timedOut("looking up hook.example.com")) {
                try await client.fetch(request)
            }
        }
    }
}
