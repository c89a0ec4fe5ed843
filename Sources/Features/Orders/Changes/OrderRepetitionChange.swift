import JSON
import Journal
import Localization
import NoonishAPI

/// A person's standing order added the dishes of the last time, or left out those that are not as they were.
@StoredChange
struct OrderRepetitionChange: ChangeKind {
    let order: GroupOrderID
    @JSONMember("person") let eater: PersonID
    /// What was ordered, in words.
    let dishes: [String]
    /// The names of what was not.
    let skipped: [String]

    static let names = ["order_repeated"]
    static let isHistory = false

    var subject: ChangeSubject { ChangeSubject(Self.self, eater.uuid) }
    var person: PersonID? { eater }
    var audience: Audience { .all }
    var rank: Int { 67 }

    /// The order is cancelled.
    func isOutdated(by later: Change) -> Bool {
        later.kind.endsOuting || later.as(OrderChange.self)?.name == "order_cancelled"
    }

    func isNews(
        to reader: NewsReader, as standing: Standing, among pending: [ChangeSubject: Change]
    ) -> Bool { reader.person == eater && standing.status == .attending }

    func clause(in context: SentenceContext) -> String? {
        let values: [String: MessageValue] = [
            "dishes": .words(context.language.list(dishes)),
            "skipped": .words(context.language.list(skipped)),
        ]
        if skipped.isEmpty { return context.say("change.order.repeated", values) }
        return context.say(
            dishes.isEmpty ? "change.order.notRepeated" : "change.order.repeatedPartly", values)
    }
}
