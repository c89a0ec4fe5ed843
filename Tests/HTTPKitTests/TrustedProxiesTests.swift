import HTTPTypes
import HummingbirdTesting
import NIOCore
import Testing

@testable import HTTPKit

@Suite struct TrustedProxiesTests {
    @Test(arguments: [
        // The header is missing, or it cannot be parsed.
        ("10.0.0.1", "", "10.0.0.1"), ("10.0.0.1", "unknown", "10.0.0.1"),
        ("10.0.0.1", "_hidden", "10.0.0.1"),
        // What a stranger says of themselves is no news.
        ("198.51.100.7", "203.0.113.9", "198.51.100.7"),
        ("10.0.0.1", "203.0.113.9", "203.0.113.9"), ("10.0.0.1", " 203.0.113.9 ", "203.0.113.9"),
        ("10.0.0.1", "203.0.113.9:4711", "203.0.113.9"),
        ("10.0.0.1", "2001:db8::9", "2001:db8::9"), ("10.0.0.1", "[2001:db8::9]:4711", "2001:db8::9"),
        // Our second proxy speaks of the first, and only what the first says counts.
        ("10.0.0.1", "1.1.1.1, 203.0.113.9, 10.200.3.4", "203.0.113.9"),
        ("10.0.0.1", "1.1.1.1,nonsense,10.200.3.4", "10.200.3.4"),
        ("10.0.0.1", "10.3.3.3, 10.2.2.2", "10.3.3.3"),
        ("::ffff:10.0.0.1", "203.0.113.9", "203.0.113.9"), ("fd00::1", "203.0.113.9", "203.0.113.9"),
        ("fd01::1", "203.0.113.9", "fd01::1"), ("127.0.0.1", "203.0.113.9", "203.0.113.9"),
        ("127.0.0.2", "203.0.113.9", "127.0.0.2"),
    ])
    func `the last address that is no proxy of ours is the caller's`(
        last: String, said: String, caller: String
    ) throws {
        let proxies = try #require(TrustedProxies("127.0.0.1 10.0.0.0/8 fd00::/16"))
        let headers: HTTPFields = said.isEmpty ? [:] : [HTTPField.Name("X-Forwarded-For")!: said]

        let peer = try proxies.peer(SocketAddress(ipAddress: last, port: 1), headers)

        #expect(peer?.ipAddress == caller)
    }

    @Test(arguments: [
        "10.0.0.0/33", "10.0.0.0/", "10.0.0", "proxy.example", "::/129", "10.0.0.1/8/8", "10.0.0.1,10.0.0.2",
    ])
    func `what is no address and no network is refused`(text: String) {
        #expect(TrustedProxies(text) == nil)
    }

    @Test func `a handler sees who is behind a proxy that is trusted, and the proxy where none is`()
        async throws
    {
        let forwarded: HTTPFields = [HTTPField.Name("X-Forwarded-For")!: "203.0.113.9"]
        for (proxies, seen) in [
            (TrustedProxies("127.0.0.1"), "203.0.113.9"), (TrustedProxies.none, "127.0.0.1"),
        ] {
            var service = TestService()
            service.proxies = try #require(proxies)
            try await service.testLive { client in
                let answer = try await client.execute(uri: "/peer", method: .get, headers: forwarded)
                #expect(answer.text("peer") == seen)
            }
        }
    }
}
