import JSON
import Journal
import Localization
import NoonishAPI

/// A dish became another person's: a coordinator gave it to them, or they gave it back.
@StoredChange
struct OrderLineGivenChange: ChangeKind {
    let line: OrderLineID
    let former: PersonID
    @JSONMember("person") let receiver: PersonID
    let giver: PersonID
    let dish: String

    static let names = ["line_given"]
    static let isHistory = false

    var subject: ChangeSubject { ChangeSubject(Self.self, line.uuid) }
    var person: PersonID? { receiver }
    var people: [PersonID] { [former, receiver, giver] }
    var audience: Audience { .all }
    var rank: Int { 70 }

    /// A dish that comes back to where it was is no news.
    func folded(with later: Self) -> Self? {
        guard former != later.receiver else { return nil }
        return Self(
            line: line, former: former, receiver: later.receiver, giver: later.giver, dish: later.dish)
    }

    /// People are notified of their own dishes even if they have declined.
    func isNews(
        to reader: NewsReader, as standing: Standing, among pending: [ChangeSubject: Change]
    ) -> Bool { [former, receiver].contains(reader.person) }

    func clause(in context: SentenceContext) -> String? {
        var values: [String: MessageValue] = [
            "name": .text(context.name(of: giver)), "dish": .text(dish),
        ]
        guard context.reader != receiver else { return context.say("change.order.givenToYou", values) }
        values["other"] = .text(context.name(of: receiver))
        return context.say("change.order.givenAway", values)
    }
}

extension Change {
    static func orderLineGiven(
        _ line: OrderLineID, from former: PersonID, to receiver: PersonID, by giver: PersonID, _ dish: String
    ) -> Change {
        Change(
            OrderLineGivenChange(line: line, former: former, receiver: receiver, giver: giver, dish: dish))
    }
}
