public import JSON

/// How somebody wants to be told by one channel.
public struct ChannelPreference: Hashable, Sendable {
    /// `mail`, `web_push`, `apple_push` or `webhook`.
    public var channel: String
    /// False: nothing is sent by it.
    public var wanted: Bool
    /// Nil: it may be used at every hour.
    public var quietHours: QuietHours?
    /// Whether what cannot wait is sent in quiet hours too.
    public var urgent: Bool

    /// Times of a clock in the person's zone, `22:00`. An end before the start is on the next day.
    public struct QuietHours: Hashable, Sendable, JSONCodable {
        public var from: String
        public var until: String

        public init(from: String, until: String) {
            self.from = from
            self.until = until
        }

        public func encode(to writer: inout JSONWriter) {
            writer.object {
                $0.field("from", from)
                $0.field("until", until)
            }
        }

        public init(from reader: inout JSONReader) throws(JSONFault) {
            let read = try reader.members()
            try self.init(from: read("from"), until: read("until"))
        }
    }

    public init(channel: String, wanted: Bool, quietHours: QuietHours?, urgent: Bool) {
        self.channel = channel
        self.wanted = wanted
        self.quietHours = quietHours
        self.urgent = urgent
    }
}

extension ChannelPreference: JSONCodable {
    public func encode(to writer: inout JSONWriter) {
        writer.object {
            $0.field("channel", channel)
            $0.field("wanted", wanted)
            $0.field("quietHours", quietHours)
            $0.field("urgent", urgent)
        }
    }

    public init(from reader: inout JSONReader) throws(JSONFault) {
        let read = try reader.members()
        try self.init(
            channel: read("channel"), wanted: read("wanted"), quietHours: read.optional("quietHours"),
            urgent: read("urgent"))
    }
}
