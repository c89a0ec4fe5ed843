public import JSON
public import NoonishAPI

/// The content of a new group order. Amounts are text in ``currency``, such as `9.50`.
@JSONObject
public struct NewGroupOrder: Hashable, Sendable, JSONEncodable {
    /// The ISO 4217 code of the currency.
    public var currency: String
    /// Where to order; `nil` for the outing's place.
    @JSONMember(omitIfNil: true) public var place: String? = nil
    @JSONMember(omitIfNil: true) public var fulfilment: GroupOrder.Fulfilment? = nil
    /// The last moment for picks: a local time such as `2027-03-11T11:30` in the outing's zone.
    @JSONMember(omitIfNil: true) public var closesAt: String? = nil
    /// Minutes before ``dueAt``, instead of ``closesAt``.
    @JSONMember(omitIfNil: true) public var closesBefore: Int? = nil
    /// When the food is due; `nil` for the outing's start.
    @JSONMember(omitIfNil: true) public var dueAt: String? = nil
    @JSONMember(omitIfNil: true) public var address: String? = nil
    @JSONMember(omitIfNil: true) public var note: String? = nil
    /// The person who runs the order; `nil` for the host.
    @JSONMember("coordinatorId", omitIfNil: true) public var coordinator: PersonID? = nil
    @JSONMember(omitIfNil: true) public var limitPerHead: String? = nil
    /// Whether invitees see who ordered what; `nil` for the service's default.
    @JSONMember(omitIfNil: true) public var linesVisible: Bool? = nil
    /// What happens at the deadline; `nil` to lock the order.
    @JSONMember(omitIfNil: true) public var atDeadline: GroupOrder.DeadlineAction? = nil
    /// Whether to order again what people had in the outing's last order, which was cancelled.
    @JSONMember(omitIfNil: true) public var repeats: Bool? = nil
}

/// Changes to a group order. Unchanged fields are not sent.
@JSONObject
public struct GroupOrderEdit: Hashable, Sendable, JSONEncodable {
    @JSONMember(omitIfNil: true) public var fulfilment: GroupOrder.Fulfilment? = nil
    public var closesAt: FieldEdit<String> = .keep
    public var closesBefore: FieldEdit<Int> = .keep
    /// Cleared, the food is due when the outing starts.
    public var dueAt: FieldEdit<String> = .keep
    public var address: FieldEdit<String> = .keep
    public var note: FieldEdit<String> = .keep
    @JSONMember("coordinatorId", omitIfNil: true) public var coordinator: PersonID? = nil
    public var limitPerHead: FieldEdit<String> = .keep
    @JSONMember(omitIfNil: true) public var linesVisible: Bool? = nil
    @JSONMember(omitIfNil: true) public var atDeadline: GroupOrder.DeadlineAction? = nil
}

/// A move of a group order to another state.
@JSONObject
public struct OrderTransition: Hashable, Sendable, JSONEncodable {
    /// The state that the caller saw. If the order is in another one, the move is rejected (409 `order_state`).
    public var from: GroupOrder.State
    public var to: GroupOrder.State
    /// Why the order is cancelled.
    @JSONMember(omitIfNil: true) public var reason: String? = nil
    /// When the place says the food is there.
    @JSONMember(omitIfNil: true) public var promisedAt: String? = nil
    /// The person at the place who took the order.
    @JSONMember(omitIfNil: true) public var takenBy: String? = nil
    /// The new deadline of an order that is reopened.
    @JSONMember(omitIfNil: true) public var closesAt: String? = nil
    /// The blockers that the caller has seen.
    public var despite: [GroupOrder.Blocker] = []
}

/// A person who is to share a plate.
@JSONObject
public struct NewOrderSharer: Hashable, Sendable, JSONEncodable {
    @JSONMember("personId") public var person: PersonID
    public var weight: Int = 1
}

/// A dish to order: either typed, with a name, or chosen from the restaurant's menu. Prices are text in the order's currency,
/// such as `9.50`.
@JSONObject
public struct NewDish: Hashable, Sendable, JSONEncodable {
    /// `nil` with a ``pick``.
    @JSONMember(omitIfNil: true) public var name: String? = nil
    /// What is chosen from the menu, instead of ``name``, ``price`` and ``options``.
    @JSONMember(omitIfNil: true) public var pick: MenuPick? = nil
    /// The price of one that the person saw on the menu; another one is rejected (409 `price_moved`). `nil` accepts any.
    @JSONMember(omitIfNil: true) public var expectedPrice: String? = nil
    public var quantity: Int = 1
    /// The price of one; `nil` if it is not known yet.
    @JSONMember(omitIfNil: true) public var price: String? = nil
    /// Options in words, such as `large, no peanuts`.
    @JSONMember(omitIfNil: true) public var options: String? = nil
    @JSONMember(omitIfNil: true) public var note: String? = nil
    /// The person whose dish it is, if the caller runs the order; `nil` for the caller.
    @JSONMember("personId", omitIfNil: true) public var person: PersonID? = nil
    /// The name of a visitor whom the person brings.
    @JSONMember(omitIfNil: true) public var forName: String? = nil
    /// What the kitchen must know, for the person and the coordinators.
    @JSONMember(omitIfNil: true) public var tellsKitchen: String? = nil
    /// The people who share the plate; empty if it is the person's alone.
    public var sharedWith: [NewOrderSharer] = []
}

/// Changes to a dish. Unchanged fields are not sent.
@JSONObject
public struct DishEdit: Hashable, Sendable, JSONEncodable {
    @JSONMember(omitIfNil: true) public var name: String? = nil
    /// Another choice from the menu, instead of ``name``, ``price`` and ``options``.
    @JSONMember(omitIfNil: true) public var pick: MenuPick? = nil
    @JSONMember(omitIfNil: true) public var expectedPrice: String? = nil
    @JSONMember(omitIfNil: true) public var quantity: Int? = nil
    public var price: FieldEdit<String> = .keep
    public var options: FieldEdit<String> = .keep
    public var note: FieldEdit<String> = .keep
    public var forName: FieldEdit<String> = .keep
    public var tellsKitchen: FieldEdit<String> = .keep
    /// `nil` leaves them; an empty list gives the plate to its person alone.
    @JSONMember(omitIfNil: true) public var sharedWith: [NewOrderSharer]? = nil
    /// The person whose dish it becomes.
    @JSONMember("personId", omitIfNil: true) public var person: PersonID? = nil
}

/// How a sheet is arranged.
public struct SheetArrangement: Hashable, Sendable {
    public enum Grouping: String, Hashable, Sendable, CaseIterable { case dish, person }

    public var grouping = Grouping.dish
    /// Whether it has people's names.
    public var hasNames = false
    /// The language of the text; `nil` for the caller's.
    public var language: String?

    public init(by grouping: Grouping = .dish, hasNames: Bool = false, language: String? = nil) {
        self.grouping = grouping
        self.hasNames = hasNames
        self.language = language
    }
}
