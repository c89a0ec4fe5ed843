import JSON
import Journal
import Localization
import Money
import NoonishAPI
import Outings

/// An order that was to be placed at its deadline was only locked.
@StoredChange
struct OrderNotPlacedChange: ChangeKind {
    let order: GroupOrderID
    let coordinator: PersonID
    let place: String
    let currency: Currency
    /// What is missing to the venue's minimum, in minor units; `nil` if something else keeps it from being placed.
    let missing: Int?
    /// Values of ``PlacingObstacle``; `nil` in changes that were stored without them.
    let obstacles: [String]?

    static let names = ["order_minimum_missed", "order_not_placed"]
    static let isHistory = false
    var name: String { missing == nil ? "order_not_placed" : "order_minimum_missed" }

    var subject: ChangeSubject { ChangeSubject(Self.self, order.uuid) }
    var audience: Audience { .all }
    var urgency: Urgency { .urgent }
    var rank: Int { 56 }

    /// The order was placed, reopened or cancelled.
    func isOutdated(by later: Change) -> Bool { later.kind.endsOuting || later.is(OrderChange.self) }

    func isNews(
        to reader: NewsReader, as standing: Standing, among pending: [ChangeSubject: Change]
    ) -> Bool { reader.person == coordinator || standing.role != .invitee }

    func clause(in context: SentenceContext) -> String? {
        let place: MessageValue = .text(place)
        let others = (obstacles ?? []).compactMap(PlacingObstacle.init(rawValue:))
            .filter { missing == nil || $0 != .belowMinimum }
        if let missing, others.isEmpty {
            return context.say(
                "change.order.minimumMissed",
                ["place": place, "amount": .words(context.language.amount(Money(Int64(missing), currency)))])
        }
        var reasons = others.map { context.say("change.order.obstacle.\($0.rawValue)") }
        if missing != nil {
            reasons.append(context.say("change.order.obstacle.\(PlacingObstacle.belowMinimum.rawValue)"))
        }
        guard !reasons.isEmpty else { return context.say("change.order.notPlaced", ["place": place]) }
        return context.say(
            "change.order.notPlacedBecause",
            ["place": place, "reasons": .words(context.language.list(reasons))])
    }
}

/// What kept an order from being placed at its deadline: a ``GroupOrder/Blocker``, or what is known only then.
enum PlacingObstacle: String, CaseIterable {
    case priceUnknown = "price_unknown"
    case overLimit = "over_limit"
    case itemOff = "item_off"
    case closedThen = "closed_then"
    case leadTime = "lead_time"
    case belowMinimum = "below_minimum"
    case aboveMaximum = "above_maximum"
    /// No venue takes the order here.
    case noBoard = "no_board"
    /// The venue has too few portions left.
    case soldOut = "sold_out"
    /// Every dish was taken off.
    case empty
    /// The service could not place it.
    case failed
}
