import JSON
import Journal
import Localization
import NoonishAPI

/// A coordinator ordered a dish for a person, made it another one, or took one off their order.
@StoredChange
struct OrderLineChange: Transition {
    let line: OrderLineID
    /// The person whose dish it is.
    @JSONMember("person") let eater: PersonID
    let coordinator: PersonID
    /// The dish; `nil` if there was none.
    var old: String?
    /// The dish; `nil` if it was taken off.
    var new: String?

    static let names = ["line_set_for_you", "line_struck", "line_changed_for_you"]
    static let isHistory = false
    var name: String {
        if new == nil {
            "line_struck"
        } else if old == nil {
            "line_set_for_you"
        } else {
            "line_changed_for_you"
        }
    }

    var subject: ChangeSubject { ChangeSubject(Self.self, line.uuid) }
    var person: PersonID? { eater }
    var people: [PersonID] { [eater, coordinator] }
    var audience: Audience { .all }
    var rank: Int { 70 }

    /// People are notified of their own dishes even if they have declined.
    func isNews(
        to reader: NewsReader, as standing: Standing, among pending: [ChangeSubject: Change]
    ) -> Bool { eater == reader.person }

    func clause(in context: SentenceContext) -> String? {
        let name = MessageValue.text(context.name(of: coordinator))
        return switch (old, new) {
        case (nil, let new?): context.say("change.order.setForYou", ["name": name, "dish": .text(new)])
        case (let old?, nil): context.say("change.order.struck", ["name": name, "dish": .text(old)])
        case (let old?, let new?):
            context.say("change.order.changedForYou", ["name": name, "old": .text(old), "new": .text(new)])
        case (nil, nil): nil
        }
    }
}

extension Change {
    static func orderLine(
        _ line: OrderLineID, of eater: PersonID, by coordinator: PersonID, from old: String?, to new: String?
    ) -> Change {
        Change(
            OrderLineChange(line: line, eater: eater, coordinator: coordinator, old: old, new: new))
    }
}
