public import JSON

/// What the coordinator reads out or hands over. Equal dishes are one entry.
@JSONObject
public struct OrderSheet: WireValue {
    /// How a line relates to what was handed over.
    public enum Mark: String, CaseIterable, WireValue {
        case added, changed, struck
    }

    @JSONObject
    public struct Entry: WireValue {
        public var count: Int
        public var name: String
        public var options: String?
        /// The price of all; `nil` if it is not known.
        public var totalMinor: Int?
        public var notes: [Note]
        /// Everyone who gets one; empty without names.
        public var people: [String]
        /// `nil` if it is as it was handed over.
        public var mark: Mark?
    }

    /// A note on some of an entry's portions.
    @JSONObject
    public struct Note: WireValue {
        public var count: Int
        public var text: String
    }

    /// The entries of one person, or of all.
    @JSONObject
    public struct Section: WireValue {
        /// `nil` for all people together, and without names.
        public var person: String?
        public var entries: [Entry]
    }

    public var place: String
    public var dueAt: String?
    public var fulfilment: GroupOrder.Fulfilment
    /// Where it is delivered to.
    public var address: String?
    public var note: String?
    public var coordinator: String
    public var currency: String
    public var sections: [Section]
    public var portions: Int
    public var totalMinor: Int
    public var unpriced: Int
}
