import HTTPKit
import NIOCore
import Testing

@Suite struct ServerSentEventTests {
    @Test(arguments: [
        (ServerSentEvent(id: "7", event: "revision", data: "{}"), "event: revision\nid: 7\ndata: {}\n\n"),
        (
            ServerSentEvent(data: "one\ntwo\r\nthree\rfour\n"),
            "data: one\ndata: two\ndata: three\ndata: four\ndata: \n\n"
        ),
        (ServerSentEvent(data: ""), "data: \n\n"),
        (ServerSentEvent(retryMilliseconds: 3_000), "retry: 3000\n\n"),
        (ServerSentEvent(comment: "still here"), ": still here\n\n"),
        (ServerSentEvent(comment: "a\nevent: forged"), ": a\n: event: forged\n\n"),
    ])
    func `writes events as browsers read them`(event: ServerSentEvent, text: String) {
        #expect(String(buffer: event.encoded()) == text)
    }
}
