import JSON
import Journal
import Localization
import NoonishAPI

/// A dish became another person's: a coordinator gave it to them, or they gave it back.
struct OrderLineGivenChange: ChangeKind {
    let line: OrderLineID
    let former: PersonID
    let receiver: PersonID
    let giver: PersonID
    let dish: String

    static let names = ["line_given"]
    static let isHistory = false

    init(
        _ line: OrderLineID, from former: PersonID, to receiver: PersonID, by giver: PersonID, _ dish: String
    ) {
        self.line = line
        self.former = former
        self.receiver = receiver
        self.giver = giver
        self.dish = dish
    }

    init?(_ members: ChangeMembers) {
        guard let line: OrderLineID = members.id("line"), let former: PersonID = members.id("former"),
            let receiver = members.person, let giver: PersonID = members.id("giver"),
            let dish = members.text("dish")
        else { return nil }
        self.init(line, from: former, to: receiver, by: giver, dish)
    }

    func encodeMembers(to object: inout JSONWriter) {
        object.field("line", line)
        object.field("former", former)
        object.field("person", receiver)
        object.field("giver", giver)
        object.field("dish", dish)
    }

    var subject: ChangeSubject { ChangeSubject(Self.self, line.uuid) }
    var person: PersonID? { receiver }
    var people: [PersonID] { [former, receiver, giver] }
    var audience: Audience { .all }
    var rank: Int { 70 }

    /// A dish that comes back to where it was is no news.
    func folded(with later: Self) -> Self? {
        guard former != later.receiver else { return nil }
        return Self(line, from: former, to: later.receiver, by: later.giver, later.dish)
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
        Change(OrderLineGivenChange(line, from: former, to: receiver, by: giver, dish))
    }
}
