import JSON
import Journal
import Localization
import Money
import NoonishAPI

/// A payment was booked that a person made online, or its refund. The payer is notified, who may be waiting for it on the page of
/// the bill; by then the outing may be over, so that no revision of it would reach that page.
@StoredChange
struct OnlinePaymentChange: ChangeKind {
    enum Step: String, StoredValue {
        case paid, refunded
    }

    let payment: BillPaymentID
    @JSONMember("person") let payer: PersonID
    @JSONMember(flattened: true) let amount: Money
    let step: Step

    static let names = ["online_paid", "online_refunded"]
    static let isHistory = false
    var name: String { "online_\(step.rawValue)" }

    var subject: ChangeSubject { ChangeSubject(Self.self, payment.uuid) }
    var person: PersonID? { payer }
    var audience: Audience { .all }
    var urgency: Urgency { .urgent }
    var rank: Int { 230 }

    func isNews(
        to reader: NewsReader, as standing: Standing, among pending: [ChangeSubject: Change]
    ) -> Bool { reader.person == payer }

    func clause(in context: SentenceContext) -> String? {
        context.say(
            "change.bill.\(step.rawValue)Online", ["amount": .words(context.language.amount(amount))])
    }
}
