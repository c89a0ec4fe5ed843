import NIOCore
import Testing

@testable import NoonishClient

@Suite struct EventParserTests {
    private static let stream = """
        \u{FEFF}retry: 1500\r
        event: hello\r
        id: 12\r
        data: {"from":12}\r
        \r
        : a comment\r
        \r
        event: update
        id: 13
        data: {"seq":13,
        data: "text":"Käsi 🍜"}

        data
        data:
        colour: red

        event: lost at the end
        data: never dispatched
        """

    @Test func `a stream means the same however it is cut`() throws {
        let bytes = Array(Self.stream.utf8)
        var random = SeededGenerator(seed: 5)
        for _ in 0..<200 {
            var parser = EventParser()
            var events: [StreamedEvent] = []
            var start = 0
            while start < bytes.count {
                let end = min(bytes.count, start + Int.random(in: 1...9, using: &random))
                events += try parser.events(in: ByteBuffer(bytes: bytes[start..<end]))
                start = end
            }

            #expect(
                events == [
                    StreamedEvent(name: "hello", data: #"{"from":12}"#, id: "12"),
                    StreamedEvent(name: "update", data: "{\"seq\":13,\n\"text\":\"Käsi 🍜\"}", id: "13"),
                    StreamedEvent(name: "message", data: "\n", id: "13"),
                ])
            #expect(parser.retry == .milliseconds(1_500))
        }
    }

    @Test func `an id with a null character is none, and an event without end is refused`() throws {
        var parser = EventParser()
        let events = try parser.events(in: ByteBuffer(string: "id: 4\n\nid: \0\ndata: x\n\n"))

        #expect(events == [StreamedEvent(name: "message", data: "x", id: "4")])
        #expect(throws: EventParser.TooLong.self) {
            try parser.events(in: ByteBuffer(repeating: 0x61, count: EventParser.maximumEventBytes + 1))
        }
    }
}
