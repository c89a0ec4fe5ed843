import HTTPTypes
import NIOCore
import Testing

@testable import HTTPKit

struct StreamRequestHeadTests {
    private func parse(_ text: String) -> HTTPRequest? { StreamRequestHead.parse(ByteBuffer(string: text)) }

    @Test func `a plain head is read whole`() throws {
        let request = try #require(
            parse("GET /s?after=3 HTTP/1.1\r\nHost: a:8080\r\nCookie:  x=1; y=2 \r\nlast-event-id: 7\r\n\r\n")
        )

        #expect(request.method == .get)
        #expect(request.path == "/s?after=3")
        #expect(request.authority == "a:8080")
        #expect(request.headerFields[.cookie] == "x=1; y=2")
        #expect(request.headerFields[values: .init("Last-Event-ID")!] == ["7"])
        #expect(request.headerFields.count == 2)
    }

    @Test(arguments: [
        "POST /s HTTP/1.1\r\nHost: a\r\n\r\n", "GET /s HTTP/1.0\r\nHost: a\r\n\r\n",
        "GET /s HTTP/1.1\r\n\r\n", "GET /s HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
        "GET  /s HTTP/1.1\r\nHost: a\r\n\r\n", "GET /s  HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET http://a/s HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET /s HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n",
        "GET /s HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n",
        "GET /s HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\n\r\n",
        "GET /s HTTP/1.1\r\nHost: a\r\nX: b\r\n c\r\n\r\n", "GET /s HTTP/1.1\r\nHost: a\nX: b\r\n\r\n",
        "GET /s HTTP/1.1\nHost: a\r\n\r\n", "GET /s HTTP/1.1\r\nHost : a\r\n\r\n",
        "GET /s HTTP/1.1\r\nHost: a\rb\r\n\r\n", "GET /s HTTP/1.1\r\nHost: a\r\nX: \0\r\n\r\n",
        "GET /s HTTP/1.1\r\nHost: a\r\nX: \u{e9}\r\n\r\n", "GET /s HTTP/1.1\r\nHost: a\r\nno colon\r\n\r\n",
        "GET /s HTTP/1.1\r\nHost: a\r\n", "",
    ])
    func `whatever is not plain is left to the ordinary way`(text: String) {
        #expect(parse(text) == nil)
    }

    @Test func `an event is one chunk, and its bytes are in it`() {
        let event = StreamEvent(ServerSentEvent(id: "7", event: "update", data: "{}"))

        #expect(String(buffer: event.plain) == "event: update\nid: 7\ndata: {}\n\n")
        #expect(String(buffer: event.chunk) == "1e\r\n" + String(buffer: event.plain) + "\r\n")
    }
}
