import Foundation
import HTTPTypes
import NIOCore
import NIOEmbedded
import NIOHTTP1
import NIOHTTPTypes
import NIOHTTPTypesHTTP1
import Testing

@testable import HTTPKit

/// How long a request may take to come, and how those of HTTP/1.0 are answered.
struct RequestWatchTests {
    private static let head = "POST /v1/me HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\n"

    @Test func `a body that comes a byte at a time ends with its time`() throws {
        let connection = try Connection(time: .seconds(120))
        try connection.receives(Self.head)
        for _ in 0..<11 {
            connection.loop.advanceTime(by: .seconds(10))
            try connection.receives("x")
        }
        #expect(connection.isOpen)
        #expect(try connection.said() == "")

        connection.loop.advanceTime(by: .seconds(10))

        #expect(!connection.isOpen)
        #expect(try connection.said().hasPrefix("HTTP/1.1 408 "))
    }

    @Test func `one that has come whole takes its time to be answered`() throws {
        let connection = try Connection(time: .seconds(120))
        try connection.receives(Self.head)
        try connection.receives(String(repeating: "x", count: 100))

        connection.loop.advanceTime(by: .hours(1))
        try connection.answers(.ok, ["late"])

        #expect(connection.isOpen)
        #expect(try connection.said().hasPrefix("HTTP/1.1 200 "))
    }

    @Test func `the next on the same connection has a time of its own`() throws {
        let connection = try Connection(time: .seconds(120))
        try connection.receives(Self.head + String(repeating: "x", count: 100))
        try connection.answers(.ok, ["one"])
        connection.loop.advanceTime(by: .seconds(100))
        try connection.receives(Self.head)
        connection.loop.advanceTime(by: .seconds(100))
        #expect(connection.isOpen)

        connection.loop.advanceTime(by: .seconds(20))

        #expect(!connection.isOpen)
        #expect(try connection.said().contains("HTTP/1.1 408 "))
    }

    @Test func `who is being answered already is cut off without a second answer`() throws {
        let connection = try Connection(time: .seconds(120))
        try connection.receives(Self.head)
        try connection.answers(.contentTooLarge, ["no"])

        connection.loop.advanceTime(by: .seconds(120))

        #expect(!connection.isOpen)
        #expect(try connection.said().components(separatedBy: "HTTP/1.1 ").count == 2)
    }

    @Test func `what is said too late is not said`() throws {
        let connection = try Connection(time: .seconds(120))
        try connection.receives(Self.head)
        connection.loop.advanceTime(by: .seconds(120))

        #expect(throws: ChannelError.self) { try connection.answers(.badRequest, []) }

        #expect(try connection.said().components(separatedBy: "HTTP/1.1 ").count == 2)
    }

    @Test func `who speaks HTTP 1.0 gets no chunks, and the end of the connection for an end`() throws {
        let connection = try Connection()
        try connection.receives("GET /stream HTTP/1.0\r\nHost: a\r\nConnection: keep-alive\r\n\r\n")

        #expect(try connection.request()?.headerFields[.connection] == "close")
        try connection.answers(.ok, ["one", "two"])

        let said = try connection.said()
        #expect(said.hasPrefix("HTTP/1.0 200 "))
        #expect(said.lowercased().contains("\r\nconnection: close\r\n"))
        #expect(!said.lowercased().contains("transfer-encoding"))
        #expect(said.hasSuffix("\r\n\r\nonetwo"))
    }

    @Test func `on one connection each is answered in the way of its version`() throws {
        let connection = try Connection()
        try connection.receives(
            "GET /a HTTP/1.1\r\nHost: a\r\n\r\nGET /b HTTP/1.0\r\nHost: a\r\n\r\n")

        #expect(try connection.request()?.headerFields[.connection] == nil)
        try connection.answers(.ok, ["one"])
        #expect(try connection.said().hasSuffix("3\r\none\r\n0\r\n\r\n"))
        try connection.answers(.ok, ["two"])
        #expect(try connection.said().hasSuffix("\r\n\r\ntwo"))
    }
}

/// The rules of HTTP/1 about the first line and the connection.
struct HTTP1RuleTests {
    @Test(arguments: [
        "GET / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: a\r\nConnection: keep-alive, upgrade\r\nUpgrade: websocket\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: a\r\nUpgrade: TLS/1.0\r\n\r\n",
        "CONNECT a:22 HTTP/1.1\r\nHost: a:22\r\n\r\n",
    ])
    func `an upgrade is not made, and the response says that the connection ends`(text: String) throws {
        let connection = try Connection()
        try connection.receives(text)

        #expect(try connection.request()?.headerFields[.connection] == "close")
        try connection.answers(.ok, ["ok"])
        let said = try connection.said()
        #expect(said.hasPrefix("HTTP/1.1 200 "))
        #expect(said.lowercased().contains("connection: close\r\n"))
    }

    @Test(arguments: [
        ("http://b.example/x", "a", "b.example", "/x"), ("HTTPS://b:1?x", "a", "b:1", "/?x"),
        ("http://a@b/x", "a", "a@b", "/x"), ("/x?http://b/", "a", "a", "/x?http://b/"),
    ])
    func `the authority of an absolute target replaces the host`(
        target: String, host: String, authority: String, path: String
    ) throws {
        let connection = try Connection()
        try connection.receives("GET \(target) HTTP/1.1\r\nHost: \(host)\r\n\r\n")

        let request = try connection.request()
        #expect(request?.authority == authority)
        #expect(request?.path == path)
    }

    @Test func `two hosts stay two, to be refused`() throws {
        let connection = try Connection()
        try connection.receives("GET http://b/ HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n")

        let host = try #require(HTTPField.Name("Host"))
        #expect(try connection.request()?.headerFields[values: host].count == 1)
    }
}

/// A connection in memory, as the server has it, whose clock the test turns.
private final class Connection {
    let channel = EmbeddedChannel()
    var loop: EmbeddedEventLoop { channel.embeddedEventLoop }
    var isOpen: Bool { channel.isActive }

    init(time: TimeAmount = InputLimits.arrivalTimeout) throws {
        let pipeline = channel.pipeline.syncOperations
        try pipeline.configureHTTPServerPipeline(
            withPipeliningAssistance: false, withErrorHandling: false)
        try pipeline.addHandler(HTTP1ToHTTPServerCodec(secure: false))
        try pipeline.addHandler(RequestTimeoutHandler(time: time))
        channel.connect(to: try SocketAddress(ipAddress: "127.0.0.1", port: 1), promise: nil)
    }

    func receives(_ text: String) throws { try channel.writeInbound(ByteBuffer(string: text)) }

    /// The next head that came.
    func request() throws -> HTTPRequest? {
        while let part = try channel.readInbound(as: HTTPRequestPart.self) {
            if case .head(let request) = part { return request }
        }
        return nil
    }

    func answers(_ status: HTTPResponse.Status, _ pieces: [String]) throws {
        try channel.writeOutbound(HTTPResponsePart.head(HTTPResponse(status: status)))
        for piece in pieces { try channel.writeOutbound(HTTPResponsePart.body(ByteBuffer(string: piece))) }
        try channel.writeOutbound(HTTPResponsePart.end(nil))
    }

    /// Everything that went out since the last time.
    func said() throws -> String {
        var text = ""
        while let piece = try channel.readOutbound(as: IOData.self) {
            if case .byteBuffer(let bytes) = piece { text += String(buffer: bytes) }
        }
        return text
    }
}
