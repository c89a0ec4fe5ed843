import Foundation
import JSON
import Journal
import Localization
import NoonishAPI
import Outings

/// The venue cannot make the order, which goes back to the group.
struct OrderRejectionChange: ChangeKind {
    let order: GroupOrderID
    let coordinator: PersonID
    let place: String
    /// The venue's words.
    let words: String

    static let names = ["order_rejected"]

    init(_ order: GroupOrderID, run coordinator: PersonID, place: String, because words: String) {
        self.order = order
        self.coordinator = coordinator
        self.place = place
        self.words = words
    }

    init?(_ members: ChangeMembers) {
        guard let order: GroupOrderID = members.id("order"),
            let coordinator: PersonID = members.id("coordinator"),
            let place = String(stored: members.value("place")),
            let words = String(stored: members.value("words"))
        else { return nil }
        self.init(order, run: coordinator, place: place, because: words)
    }

    func encodeMembers(to object: inout JSONWriter) {
        object.field("order", order)
        object.field("coordinator", coordinator)
        object.field("place", place)
        object.field("words", words)
    }

    var audience: Audience { .all }
    var rank: Int { 61 }

    /// An order that is placed again or cancelled makes it pointless.
    func isOutdated(by later: Change) -> Bool {
        later.is(CancellationChange.self) || later.is(OrderChange.self)
    }

    func isNews(
        to reader: NewsReader, as standing: Standing, among pending: [ChangeSubject: Change]
    ) -> Bool {
        reader.person == coordinator || standing.role != .invitee
    }

    func clause(in context: SentenceContext) -> String? {
        context.say("change.order.rejected", ["place": .text(place), "words": .text(words)])
    }
}
