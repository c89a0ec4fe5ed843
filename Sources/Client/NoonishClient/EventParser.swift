import NIOCore

/// One event of a `text/event-stream`.
struct StreamedEvent: Hashable, Sendable {
    /// The event type; `message` if the stream does not specify one.
    var name = ""
    var data = ""
    /// The last event id received, in this event or an earlier one.
    var id: String?
}

/// Parses events from the bytes of a `text/event-stream`, which may be split anywhere.
///
/// - Source: WHATWG HTML, section 9.2.6.
struct EventParser: Sendable {
    /// The maximum size of an event in bytes. The service never sends larger ones.
    static let maximumEventBytes = 1_024 * 1_024

    private(set) var lastID: String?
    /// The reconnection delay that the service requested.
    private(set) var retry: Duration?
    private var line: [UInt8] = []
    private var name = ""
    private var data: [String] = []
    private var size = 0
    private var isFirstLine = true
    private var followsReturn = false

    struct TooLong: Error {}

    /// Returns the events that are completed by `bytes`.
    mutating func events(in bytes: ByteBuffer) throws -> [StreamedEvent] {
        var events: [StreamedEvent] = []
        for byte in bytes.readableBytesView {
            if byte == UInt8(ascii: "\n"), followsReturn {
                followsReturn = false
                continue
            }
            followsReturn = byte == UInt8(ascii: "\r")
            guard byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") else {
                line.append(byte)
                size += 1
                guard size <= Self.maximumEventBytes else { throw TooLong() }
                continue
            }
            if let event = end(of: line) { events.append(event) }
            line.removeAll(keepingCapacity: true)
        }
        return events
    }

    private mutating func end(of bytes: [UInt8]) -> StreamedEvent? {
        var text = String(decoding: bytes, as: UTF8.self)
        if isFirstLine, text.first == "\u{FEFF}" { text.removeFirst() }
        isFirstLine = false
        guard !text.isEmpty else { return dispatch() }
        guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) else {
            take(text, "")
            return nil
        }
        var value = text[text.index(after: colon)...]
        if value.utf8.first == UInt8(ascii: " ") { value = value.dropFirst() }
        take(String(text[..<colon]), String(value))
        return nil
    }

    private mutating func take(_ field: String, _ value: String) {
        switch field {
        case "event": name = value
        case "data": data.append(value)
        case "id" where !value.utf8.contains(0): lastID = value
        case "retry":
            if let milliseconds = Int(value), milliseconds >= 0 { retry = .milliseconds(milliseconds) }
        default: break  // a comment, or a field of a newer version
        }
    }

    private mutating func dispatch() -> StreamedEvent? {
        defer {
            name = ""
            data = []
            size = 0
        }
        guard !data.isEmpty else { return nil }
        return StreamedEvent(
            name: name.isEmpty ? "message" : name, data: data.joined(separator: "\n"), id: lastID)
    }
}
