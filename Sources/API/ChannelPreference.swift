public import JSON

/// A person's notification settings for one channel.
public struct ChannelPreference: Hashable, Sendable {
    /// `mail`, `web_push`, `apple_push` or `webhook`.
    public var channel: String
    /// Whether the channel is used at all.
    public var wanted: Bool
    /// `nil` if the channel may be used at any time.
    public var quietHours: QuietHours?
    /// Whether urgent updates are sent during quiet hours too.
    public var urgent: Bool

    /// Local times in the person's time zone, such as `22:00`. An end before the start is on the next day.
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
