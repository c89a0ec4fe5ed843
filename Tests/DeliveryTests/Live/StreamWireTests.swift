import Access
import Foundation
import HTTPTypes
import NoonishAPI
import Postgres
import TestSupport
import Testing

@testable import Live
@testable import News

/// Streams as they are on the wire: one connection, bare, and what becomes of bytes that no good client sends.
@Suite(.timeLimit(.minutes(30))) struct StreamWireTests {
    private static let path = Endpoint.streamUpdates.path

    private func raw(_ world: TestWorld, _ text: String) throws -> LiveStream {
        try LiveStream(port: world.site.port, raw: text)
    }

    private func head(_ world: TestWorld, _ line: String, _ fields: String...) -> String {
        let all = [line, "Host: localhost:8080", "Authorization: Bearer \(world.tom.token)"] + fields
        return all.joined(separator: "\r\n") + "\r\n\r\n"
    }

    @Test func `the response is chunked, dated, safe and not cached`() async throws {
        try await withDelivery { world in
            let stream = try raw(world, head(world, "GET \(Self.path) HTTP/1.1"))
            #expect(await stream.waits(for: "event: hello"))
            stream.close()

            let head = try #require(stream.received.components(separatedBy: "\r\n\r\n").first).lowercased()
            #expect(head.hasPrefix("http/1.1 200 ok\r\n"))
            for field in [
                "content-type: text/event-stream", "transfer-encoding: chunked", "cache-control: no-store",
                "x-content-type-options: nosniff", "x-request-id: ", "date: ",
            ] {
                #expect(head.contains("\r\n\(field)"))
            }
            #expect(head.firstMatch(of: /date: [a-z]{3}, [0-9]{2} [a-z]{3} [0-9]{4} [0-9:]{8} gmt/) != nil)
        }
    }

    @Test func `a head may come byte by byte`() async throws {
        try await withDelivery { world in
            let text = head(world, "GET \(Self.path)?after=0 HTTP/1.1")
            let stream = try raw(world, "")
            for byte in text.utf8 { stream.send([byte]) }

            #expect(await stream.waits(for: "event: hello\nid: 0\n"))
            stream.close()
        }
    }

    @Test func `a browser's cookie opens a stream`() async throws {
        try await withDelivery { world in
            let stream = try raw(
                world,
                "GET \(Self.path) HTTP/1.1\r\nHost: localhost:8080\r\nCookie: noonish-s=\(world.tom.token)\r\n\r\n"
            )
            #expect(await stream.waits(for: "event: hello"))
            stream.close()
        }
    }

    @Test(arguments: [
        ("GET /v1/updates/stream HTTP/1.1\r\nHost: localhost:8080\r\n\r\n", "HTTP/1.1 401"),
        (
            "GET /v1/updates/stream HTTP/1.1\r\nHost: localhost:8080\r\nAuthorization: Bearer wrong\r\n\r\n",
            "HTTP/1.1 401"
        ),
        ("GET /v1/updates/stream HTTP/1.1\r\nHost: elsewhere.example\r\n\r\n", "HTTP/1.1 421"),
        (
            "GET /v1/updates/streams HTTP/1.1\r\nHost: localhost:8080\r\nConnection: close\r\n\r\n",
            "HTTP/1.1 404"
        ),
        ("GET /v1/updates/stream HTTP/1.1\r\n\r\n", "HTTP/1.1 400"),
        ("GET /v1/updates/stream HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", "HTTP/1.1 4"),
        ("GET /v1/updates/stream HTTP/1.1\r\nno colon\r\n\r\n", "HTTP/1.1 400"),
        ("GET /v1/updates/stream\0 HTTP/1.1\r\n\r\n", "HTTP/1.1 400"),
        ("HEAD /v1/updates/stream HTTP/1.1\r\nHost: localhost:8080\r\n\r\n", "HTTP/1.1 401"),
        (
            "POST /v1/updates/stream HTTP/1.1\r\nHost: localhost:8080\r\nContent-Length: 0\r\n\r\n",
            "HTTP/1.1 405"
        ),
    ])
    func `other requests get the answer that every route gives`(request: String, answer: String) async throws
    {
        try await withDelivery { world in
            let stream = try raw(world, request)
            #expect(await stream.waits(for: answer))
            stream.close()
        }
    }

    @Test func `a head without end is refused`() async throws {
        try await withDelivery { world in
            let stream = try raw(world, "GET \(Self.path) HTTP/1.1\r\nHost: localhost:8080\r\n")
            let line = Array(("X: " + String(repeating: "x", count: 1_000) + "\r\n").utf8)
            for _ in 0..<40 { stream.send(line) }

            #expect(await stream.waits(for: "HTTP/1.1 431"))
            await stream.waitForEnd()
        }
    }

    @Test func `a slow head is refused, and others are served meanwhile`() async throws {
        try await withDelivery { world in
            let slow = try raw(world, "GET \(Self.path) HTTP/1.1\r\nHost: local")
            let quick = try raw(world, head(world, "GET \(Self.path) HTTP/1.1"))
            #expect(await quick.waits(for: "event: hello"))
            quick.close()

            #expect(await slow.waits(for: "HTTP/1.1 408"))
            await slow.waitForEnd()
        }
    }

    @Test func `a second request behind the first is not answered, and a flood ends the stream`() async throws
    {
        try await withDelivery { world in
            let text = head(world, "GET \(Self.path) HTTP/1.1")
            let stream = try raw(world, text + text)
            #expect(await stream.waits(for: "event: hello"))
            #expect(stream.received.components(separatedBy: "HTTP/1.1 200").count == 2)
            for _ in 0..<20 { stream.send(Array(repeating: 0x20, count: 1_000)) }
            await stream.waitForEnd()
        }
    }

    @Test func `the ordinary handler streams too, for HTTP/1.0 and unusual request heads`() async throws {
        try await withDelivery { world in
            let lunch = try await world.lunch()
            let old = try raw(world, head(world, "GET \(Self.path)?after=0 HTTP/1.0"))
            let odd = try raw(world, head(world, "GET \(Self.path)?after=0 HTTP/1.1", "Upgrade: none"))
            for stream in [old, odd] {
                #expect(await stream.waits(for: "event: hello\nid: 0\n"))
                #expect(await stream.waits(for: #"{"outing":"\#(lunch.id)","rev":1,"version":1}"#))
                #expect(await stream.waits(for: "event: update\nid: 1\n"))
                stream.close()
            }
        }
    }

    @Test func `HEAD opens no stream`() async throws {
        try await withDelivery { world in
            for _ in 0..<LiveLimits.streamsPerPerson + 1 {
                let answer = try await world.tom.send(.head, Self.path)
                #expect(answer.status == .ok)
                #expect(answer.headers[.contentType] == "text/event-stream")
            }
            let stream = try raw(world, head(world, "GET \(Self.path) HTTP/1.1"))
            #expect(await stream.waits(for: "event: hello"))
            stream.close()
        }
    }

    @Test func `signing out ends the streams of that session within a moment`() async throws {
        try await withDelivery { world in
            let stream = try raw(world, head(world, "GET \(Self.path) HTTP/1.1"))
            #expect(await stream.waits(for: "event: hello"))

            #expect(try await world.tom.delete("/v1/sessions/current").status.kind == .successful)
            await stream.waitForEnd()

            #expect(stream.received.hasSuffix("0\r\n\r\n"))
        }
    }

    @Test func `signing out in one process ends the person's streams in another process`() async throws {
        try await withDelivery { world in
            try await world.withSecondProcess { there in
                let other = try LiveStream(port: there.port, path: Self.path, token: world.tom.token)
                #expect(await other.waits(for: "event: hello"))

                #expect(try await world.tom.delete("/v1/sessions/all").status.kind == .successful)
                await other.waitForEnd()

                #expect(other.received.hasSuffix("0\r\n\r\n"))
            }
        }
    }

    @Test
    func `streams of two processes on one database agree, and one resumes where the other ended`()
        async throws
    {
        try await withDelivery { world in
            let lunch = try await world.lunch()
            _ = try await world.updates(of: world.tom, count: 1)
            let here = try LiveStream(port: world.site.port, path: Self.path, token: world.tom.token)
            #expect(await here.waits(for: #""rev":1"#))
            try await world.withSecondProcess { there in
                let other = try LiveStream(port: there.port, path: Self.path, token: world.tom.token)
                #expect(await other.waits(for: #""rev":1"#))
                var tag = lunch.tag
                for number in 2...6 {
                    let edit = try await world.leila.patch(
                        "/v1/outings/\(lunch.id)", #"{"note":"note \#(number)"}"#, headers: [.ifMatch: tag])
                    tag = try #require(edit.headers[.eTag])
                    #expect(await here.waits(for: #""rev":\#(number)"#))
                    #expect(await other.waits(for: #""rev":\#(number)"#))
                }
                _ = try await world.updates(of: world.tom, count: 2)
                #expect(await here.waits(for: "event: update\nid: 2\n"))
                here.close()
                let moved = try LiveStream(
                    port: there.port, path: Self.path, token: world.tom.token, headers: ["Last-Event-ID": "1"]
                )
                #expect(await moved.waits(for: "event: update\nid: 2\n"))
                #expect(moved.received.components(separatedBy: "id: 2\n").count == 2)
                other.close()
                moved.close()
            }
        }
    }
}
