public import JSON

/// What a person chooses from a published menu, by its keys.
@JSONObject
public struct MenuPick: WireValue {
    /// An option of a group, and how often it is chosen.
    @JSONObject
    public struct Option: WireValue {
        public var group: String
        public var option: String
        public var count: Int = 1
    }

    /// What is chosen for a slot of a combo.
    @JSONObject
    public struct Part: WireValue {
        public var slot: String
        public var item: String
        @JSONMember(omitIfNil: true) public var variant: String? = nil
        public var options: [Option] = []
    }

    public var item: String
    /// `nil` for an item without variants.
    @JSONMember(omitIfNil: true) public var variant: String? = nil
    public var options: [Option] = []
    /// What is chosen for the slots of a combo.
    public var parts: [Part] = []
}
