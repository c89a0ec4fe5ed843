public import JSON

/// The events of the live stream other than updates.
public enum UpdateStreamEvent {
    /// The first event: the stream continues after this update.
    @JSONObject
    public struct Hello: Hashable, Sendable, JSONCodable {
        public var from: Int
    }

    /// The client's state is too old to be continued: read everything again. The stream continues after
    /// update `seq`.
    @JSONObject
    public struct Reset: Hashable, Sendable, JSONCodable {
        public var seq: Int
    }

    /// The current revision of an outing. A client that shows an older one must read the outing again.
    @JSONObject
    public struct Revision: Hashable, Sendable, JSONCodable {
        public var outing: OutingID
        public var rev: Int
        public var version: Int
    }
}
