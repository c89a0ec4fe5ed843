public import JSON

/// The events of the live stream other than updates.
public enum UpdateStreamEvent {
    /// The first event: the stream continues after this update.
    @JSONObject
    public struct Hello: WireValue {
        public var from: Int
    }

    /// The client's state is too old to be continued: read everything again. The stream continues after
    /// update `seq`.
    @JSONObject
    public struct Reset: WireValue {
        public var seq: Int
    }

    /// The current revision of a venue's board. A client that shows another one must read the board again.
    @JSONObject
    public struct Board: WireValue {
        public var venue: RestaurantID
        public var revision: Int
    }

    /// The current revision of an outing and of its order. A client that shows an older one must read them again.
    @JSONObject
    public struct Revision: WireValue {
        public var outing: OutingID
        public var rev: Int
        public var version: Int
        /// Counts the events of the outing's live order; `nil` without one. A pick moves it alone.
        @JSONMember(omitIfNil: true) public var order: Int? = nil
    }
}
