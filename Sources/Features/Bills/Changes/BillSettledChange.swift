import JSON
import Journal
import Localization
import NoonishAPI

/// Everyone's balance of a bill became zero. Those who paid up front are notified, one change each.
@StoredChange
struct BillSettledChange: ChangeKind {
    let bill: BillID
    @JSONMember("person") let payer: PersonID

    static let names = ["bill_settled"]
    static let isHistory = false

    var subject: ChangeSubject { ChangeSubject(Self.self, payer.uuid) }
    var person: PersonID? { payer }
    var audience: Audience { .all }
    var urgency: Urgency { .calm }
    var rank: Int { 220 }

    func isNews(
        to reader: NewsReader, as standing: Standing, among pending: [ChangeSubject: Change]
    ) -> Bool { reader.person == payer }

    func clause(in context: SentenceContext) -> String? { context.say("change.bill.settled") }
}
