import HTTPKit
import HTTPTypes
import HummingbirdTesting
import NIOCore
import Testing

@Suite struct PlatformRouterTests {
    @Test(arguments: [
        (HTTPRequest.Method.delete, 405), (.put, 405), (.trace, 405), (.connect, 405), (.options, 204),
        (.head, 200),
    ])
    func `answers every method, and says which there are`(method: HTTPRequest.Method, status: Int)
        async throws
    {
        try await TestService().test { client in
            try await client.execute(uri: "/soup", method: method) { response in
                #expect(response.status.code == status)
                if method != .head { #expect(response.headers[.allow] == "GET, HEAD, OPTIONS") }
            }
        }
    }

    @Test func `says what a path without GET allows, and nothing of a path that is not there`() async throws {
        try await TestService().test { client in
            let echo = try await client.execute(uri: "/echo", method: .get)
            let nowhere = try await client.execute(uri: "/nowhere", method: .post)
            let unknown = try await client.execute(uri: "/soup", method: HTTPRequest.Method("BREW")!)

            #expect(echo.status == .methodNotAllowed)
            #expect(echo.headers[.allow] == "POST, PATCH, OPTIONS")
            #expect(nowhere.status == .notFound)
            #expect(unknown.status == .methodNotAllowed)
        }
    }

    @Test func `answers HEAD with the fields of GET and no body`() async throws {
        try await TestService().testLive { client in
            let get = try await client.execute(uri: "/soup", method: .get)
            let head = try await client.execute(uri: "/soup", method: .head)
            let missing = try await client.execute(uri: "/nowhere", method: .head)
            let after = try await client.execute(uri: "/soup", method: .get)

            #expect(head.status == .ok)
            #expect(head.body.readableBytes == 0)
            #expect(head.headers[.eTag] == get.headers[.eTag])
            #expect(head.headers[.contentLength] == get.headers[.contentLength])
            #expect(missing.status == .notFound)
            #expect(missing.body.readableBytes == 0)
            #expect(after.body == get.body)
        }
    }

    @Test(arguments: [
        ("localhost:8080", "localhost", true), ("localhost", "127.0.0.1:9999", true),
        ("[::1]:80", "LOCALHOST", true),
        ("noonish.example", "noonish.example:443", true), ("noonish.example", "Noonish.Example.", true),
        ("localhost", "evil.example", false), ("noonish.example", "localhost", false),
        ("noonish.example", "noonish.example.evil", false), ("noonish.example", "x@noonish.example", false),
    ])
    func `knows its own name`(host: String, asked: String, isOurs: Bool) {
        #expect(PublicHosts(host).contains(asked) == isOurs)
    }

    @Test func `sends who asks for another host elsewhere`() async throws {
        try await TestService(host: "noonish.example").test { client in
            let response = try await client.execute(uri: "/soup", method: .get)

            #expect(response.status == .misdirectedRequest)
            #expect(response.text("code") == "misdirected_request")
        }
    }

    @Test func `reads targets and heads of a sensible size only`() async throws {
        try await TestService().test { client in
            let long = try await client.execute(
                uri: "/soup?" + String(repeating: "x", count: 8_000), method: .get)
            let heavy = try await client.execute(
                uri: "/soup", method: .get, headers: [.cookie: String(repeating: "x", count: 16_000)])

            #expect(long.status == .uriTooLong)
            #expect(heavy.status == .requestHeaderFieldsTooLarge)
        }
    }

    @Test func `lets data do nothing and pages only what we wrote`() async throws {
        try await TestService(isSecure: true).test { client in
            let data = try await client.execute(uri: "/soup", method: .get)
            let missing = try await client.execute(uri: "/nowhere", method: .get)
            let page = try await client.execute(uri: "/i/abcdefghijklmnopqrstuvwx", method: .get)

            for response in [data, missing] {
                #expect(response.headers[.contentSecurityPolicy]?.hasPrefix("default-src 'none'; ") == true)
                #expect(response.headers[.contentSecurityPolicy]?.hasSuffix("sandbox") == true)
                #expect(response.headers[.referrerPolicy] == "no-referrer")
            }
            #expect(page.headers[.contentSecurityPolicy]?.contains("script-src 'self';") == true)
            #expect(page.headers[.contentSecurityPolicy]?.contains("unsafe") == false)
            #expect(page.headers[.referrerPolicy] == "same-origin")
            for response in [data, missing, page] {
                #expect(response.headers[.xContentTypeOptions] == "nosniff")
                #expect(response.headers[.strictTransportSecurity] == "max-age=31536000")
                #expect(response.headers[.cacheControl] != nil)
                #expect(response.headers[HTTPField.Name("Cross-Origin-Opener-Policy")!] == "same-origin")
            }
        }
    }

    @Test func `writes one line for a request, with its name and without its secrets`() async throws {
        let service = TestService()
        try await service.test { client in
            let name = HTTPField.Name("X-Request-Id")!
            let token = "abcdefghijklmnopqrstuvwx"
            let page = try await client.execute(
                uri: "/i/\(token)?x=\(token)", method: .get, headers: [name: "caller-7"])
            _ = try await client.execute(uri: "/j/\(token)", method: .get, headers: [name: "forged\tline"])

            let id = try #require(page.headers[name])
            #expect(id.count == 32)
            let line = try #require(service.log.all.first { $0.hasPrefix("info request ") })
            #expect(line.contains("request=\(id)"))
            #expect(line.contains("path=/i/…"))
            #expect(line.contains("x-request-id=caller-7"))
            #expect(line.contains("status=200"))
            #expect(!service.log.all.contains { $0.contains(token) || $0.contains("forged") })
        }
    }

    @Test func `continues the trace of its proxies, in its log and in what it sends`() async throws {
        var service = TestService()
        service.proxies = try #require(TrustedProxies("127.0.0.1"))
        try await service.testLive { [service] client in
            let caller = "4bf92f3577b34da6a3ce929d0e0e4736"
            let name = HTTPField.Name("traceparent")!

            let response = try await client.execute(
                uri: "/trace", method: .get, headers: [name: "00-\(caller)-00f067aa0ba902b7-01"])

            let id = try #require(response.headers[HTTPField.Name("X-Request-Id")!])
            #expect(response.text("header") == "00-\(caller)-\(id.prefix(16))-01")
            let lines = service.log.all.filter { $0.contains("request=\(id)") }
            #expect(lines.count == 2 && lines.allSatisfy { $0.contains("trace=\(caller)") }, "\(lines)")
        }
    }

    @Test(arguments: [
        (true, ""), (true, "00-0-0-00"), (true, "forged\tline"),
        (false, "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"),
    ])
    func `begins a trace with the id of the request otherwise`(isProxy: Bool, header: String) async throws {
        var service = TestService()
        if isProxy { service.proxies = try #require(TrustedProxies("127.0.0.1")) }
        try await service.testLive { [service] client in
            let response = try await client.execute(
                uri: "/trace", method: .get,
                headers: header.isEmpty ? [:] : [HTTPField.Name("traceparent")!: header])

            let id = try #require(response.headers[HTTPField.Name("X-Request-Id")!])
            #expect(response.text("header") == "00-\(id)-\(id.prefix(16))-00")
            #expect(!service.log.all.contains { $0.contains("trace=") })
        }
    }

    @Test func `counts requests by route`() async throws {
        let service = TestService()
        try await service.test { client in
            for token in ["one", "two"] { _ = try await client.execute(uri: "/i/\(token)", method: .get) }
            _ = try await client.execute(uri: "/a/b/c", method: .get)
        }

        let text = service.metrics.render()
        #expect(text.contains(#"http_requests_total{method="GET",route="/i/{token}",status="200"} 2"#))
        #expect(text.contains(#"http_requests_total{method="GET",route="NotFound",status="404"} 1"#))
        #expect(text.contains(#"http_request_duration_seconds_count{method="GET",route="/i/{token}"} 2"#))
        #expect(text.contains("http_requests_active 0\n"))
    }
}
