public import JSON

/// A person's notification settings for one channel.
@JSONObject
public struct ChannelPreference: WireValue {
    /// `mail`, `web_push`, `apple_push` or `webhook`.
    public var channel: String
    /// Whether the channel is used at all.
    public var wanted: Bool
    /// `nil` if the channel may be used at any time.
    public var quietHours: QuietHours?
    /// Whether urgent updates are sent during quiet hours too.
    public var urgent: Bool
    /// Whether the channel also carries messages, votes, new names and what people need only after they answered.
    public var everything: Bool

    /// Local times in the person's time zone, such as `22:00`. An end before the start is on the next day.
    @JSONObject
    public struct QuietHours: WireValue {
        public var from: String
        public var until: String
    }
}
