import JSON
import Journal
import Localization
import NoonishAPI

/// Everyone's balance of a bill became zero. Those who paid up front are notified, one change each.
struct BillSettledChange: ChangeKind {
    let bill: BillID
    let payer: PersonID

    static let names = ["bill_settled"]
    static let isHistory = false

    init(_ bill: BillID, payer: PersonID) {
        self.bill = bill
        self.payer = payer
    }

    init?(_ members: ChangeMembers) {
        guard let bill: BillID = members.id("bill"), let payer = members.person else { return nil }
        self.init(bill, payer: payer)
    }

    func encodeMembers(to object: inout JSONWriter) {
        object.field("bill", bill)
        object.field("person", payer)
    }

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
