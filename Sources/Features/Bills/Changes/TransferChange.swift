import JSON
import Journal
import Localization
import Money
import NoonishAPI

/// A transfer was asked for, sent, received, disputed, forgiven or withdrawn. Only the two people concerned are notified.
struct TransferChange: Transition {
    let transfer: BillTransferID
    let debtor: PersonID
    let creditor: PersonID
    let amount: Money
    /// `nil` before it was asked for.
    var old: BillTransfer.State?
    var new: BillTransfer.State?

    static let names = [
        "transfer_asked", "transfer_sent", "transfer_received", "transfer_disputed", "transfer_forgiven",
        "transfer_void",
    ]
    static let isHistory = false
    var name: String { "transfer_\((new ?? .void).rawValue)" }

    init(
        _ transfer: BillTransferID, from debtor: PersonID, to creditor: PersonID, _ amount: Money,
        _ old: BillTransfer.State?, _ new: BillTransfer.State?
    ) {
        self.transfer = transfer
        self.debtor = debtor
        self.creditor = creditor
        self.amount = amount
        self.old = old
        self.new = new
    }

    init?(_ members: ChangeMembers) {
        guard let transfer: BillTransferID = members.id("transfer"), let debtor = members.person,
            let creditor: PersonID = members.id("creditor"), let amount = Money(members)
        else { return nil }
        self.init(
            transfer, from: debtor, to: creditor, amount,
            BillTransfer.State?(stored: members.previous) ?? nil,
            BillTransfer.State?(stored: members.current) ?? nil)
    }

    func encodeMembers(to object: inout JSONWriter) {
        object.field("transfer", transfer)
        object.field("person", debtor)
        object.field("creditor", creditor)
        amount.encodeMembers(to: &object)
        encodeValues(to: &object)
    }

    /// A transfer that was withdrawn before its debtor was notified is no news.
    func folded(with later: Self) -> Self? {
        var both = self
        both.new = later.new
        return both.old == both.new || (both.old == nil && both.new == .void) ? nil : both
    }

    var subject: ChangeSubject { ChangeSubject(Self.self, transfer.uuid) }
    var person: PersonID? { debtor }
    var people: [PersonID] { [debtor, creditor] }
    var audience: Audience { .all }
    var rank: Int { 190 }

    /// The one of the two who did not take the step. Answers do not matter: people who declined may still owe.
    private var recipient: PersonID { new == .sent ? creditor : debtor }

    func isNews(
        to reader: NewsReader, as standing: Standing, among pending: [ChangeSubject: Change]
    ) -> Bool { reader.person == recipient }

    func clause(in context: SentenceContext) -> String? {
        guard let new else { return nil }
        let other = new == .sent ? debtor : creditor
        return context.say(
            "change.transfer.\(new.rawValue)",
            [
                "name": .text(context.name(of: other)),
                "amount": .words(context.language.amount(amount)),
            ])
    }
}

/// A debtor is reminded of a transfer.
struct TransferReminderChange: ChangeKind {
    let transfer: BillTransferID
    let debtor: PersonID
    let creditor: PersonID
    let amount: Money

    static let names = ["transfer_reminder"]
    static let isHistory = false

    init(_ transfer: BillTransferID, from debtor: PersonID, to creditor: PersonID, _ amount: Money) {
        self.transfer = transfer
        self.debtor = debtor
        self.creditor = creditor
        self.amount = amount
    }

    init?(_ members: ChangeMembers) {
        guard let transfer: BillTransferID = members.id("transfer"), let debtor = members.person,
            let creditor: PersonID = members.id("creditor"), let amount = Money(members)
        else { return nil }
        self.init(transfer, from: debtor, to: creditor, amount)
    }

    func encodeMembers(to object: inout JSONWriter) {
        object.field("transfer", transfer)
        object.field("person", debtor)
        object.field("creditor", creditor)
        amount.encodeMembers(to: &object)
    }

    var subject: ChangeSubject { ChangeSubject(Self.self, transfer.uuid) }
    var person: PersonID? { debtor }
    var people: [PersonID] { [debtor, creditor] }
    var audience: Audience { .all }
    var rank: Int { 210 }

    func isOutdated(by later: Change) -> Bool {
        later.as(TransferChange.self)?.transfer == transfer
    }

    func isNews(
        to reader: NewsReader, as standing: Standing, among pending: [ChangeSubject: Change]
    ) -> Bool { reader.person == debtor }

    func clause(in context: SentenceContext) -> String? {
        context.say(
            "change.transfer.reminder",
            [
                "name": .text(context.name(of: creditor)),
                "amount": .words(context.language.amount(amount)),
            ])
    }
}

/// Money in the members of a change: `amount` in minor units, and `currency`.
extension Money {
    fileprivate init?(_ members: ChangeMembers) {
        guard let amount = members.integer("amount"),
            let currency = members.text("currency").flatMap({ Currency($0) })
        else { return nil }
        self.init(Int64(amount), currency)
    }

    fileprivate func encodeMembers(to object: inout JSONWriter) {
        object.field("amount", Int(minor))
        object.field("currency", currency.code)
    }
}

extension BillTransfer.State: StoredValue {}
