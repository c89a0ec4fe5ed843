import JSON
import Journal
import Localization
import Money
import NoonishAPI

/// A transfer was asked for, sent, received, disputed, forgiven or withdrawn. Only the two people concerned are notified.
@StoredChange
struct TransferChange: Transition {
    @JSONMember(flattened: true) let transfer: TransferSnapshot
    /// `nil` before it was asked for.
    var old: BillTransfer.State?
    var new: BillTransfer.State?

    static let names = [
        "transfer_asked", "transfer_sent", "transfer_received", "transfer_disputed", "transfer_forgiven",
        "transfer_void",
    ]
    static let isHistory = false
    var name: String { "transfer_\((new ?? .void).rawValue)" }

    /// A transfer that was withdrawn before its debtor was notified is no news.
    func folded(with later: Self) -> Self? {
        var both = self
        both.new = later.new
        return both.old == both.new || (both.old == nil && both.new == .void) ? nil : both
    }

    var subject: ChangeSubject { ChangeSubject(Self.self, transfer.id.uuid) }
    var person: PersonID? { transfer.debtor }
    var people: [PersonID] { transfer.people }
    var audience: Audience { .all }
    var rank: Int { 190 }

    /// The one of the two who did not take the step. Answers do not matter: people who declined may still owe.
    private var recipient: PersonID { new == .sent ? transfer.creditor : transfer.debtor }

    func isNews(
        to reader: NewsReader, as standing: Standing, among pending: [ChangeSubject: Change]
    ) -> Bool { reader.person == recipient }

    func clause(in context: SentenceContext) -> String? {
        guard let new else { return nil }
        let other = new == .sent ? transfer.debtor : transfer.creditor
        return context.say(
            "change.transfer.\(new.rawValue)",
            [
                "name": .text(context.name(of: other)),
                "amount": .words(context.language.amount(transfer.amount)),
            ])
    }
}

/// A debtor is reminded of a transfer.
@StoredChange
struct TransferReminderChange: ChangeKind {
    @JSONMember(flattened: true) let transfer: TransferSnapshot

    static let names = ["transfer_reminder"]
    static let isHistory = false

    var subject: ChangeSubject { ChangeSubject(Self.self, transfer.id.uuid) }
    var person: PersonID? { transfer.debtor }
    var people: [PersonID] { transfer.people }
    var audience: Audience { .all }
    var rank: Int { 210 }

    func isOutdated(by later: Change) -> Bool {
        later.as(TransferChange.self)?.transfer.id == transfer.id
    }

    func isNews(
        to reader: NewsReader, as standing: Standing, among pending: [ChangeSubject: Change]
    ) -> Bool { reader.person == transfer.debtor }

    func clause(in context: SentenceContext) -> String? {
        context.say(
            "change.transfer.reminder",
            [
                "name": .text(context.name(of: transfer.creditor)),
                "amount": .words(context.language.amount(transfer.amount)),
            ])
    }
}

/// The debtor of a transfer has deleted their account. The creditor alone can end it.
@StoredChange
struct TransferOrphanedChange: ChangeKind {
    @JSONMember(flattened: true) let transfer: TransferSnapshot

    static let names = ["transfer_debtor_gone"]
    static let isHistory = false

    var subject: ChangeSubject { ChangeSubject(Self.self, transfer.id.uuid) }
    var person: PersonID? { transfer.debtor }
    var people: [PersonID] { transfer.people }
    var audience: Audience { .all }
    var rank: Int { 205 }

    func isOutdated(by later: Change) -> Bool {
        later.as(TransferChange.self)?.transfer.id == transfer.id
    }

    func isNews(
        to reader: NewsReader, as standing: Standing, among pending: [ChangeSubject: Change]
    ) -> Bool { reader.person == transfer.creditor }

    func clause(in context: SentenceContext) -> String? {
        context.say(
            "change.transfer.debtorGone",
            ["amount": .words(context.language.amount(transfer.amount))])
    }
}

/// The part of a transfer that changes store.
@StoredChange
struct TransferSnapshot: Hashable, Sendable {
    @JSONMember("transfer") let id: BillTransferID
    @JSONMember("person") let debtor: PersonID
    let creditor: PersonID
    @JSONMember(flattened: true) let amount: Money

    var people: [PersonID] { [debtor, creditor] }
}

/// Money in the members of a change: `amount` in minor units, and `currency`.
extension Money {
    init?(_ members: ChangeMembers) {
        guard let amount = members.integer("amount"),
            let currency = members.text("currency").flatMap({ Currency($0) })
        else { return nil }
        self.init(Int64(amount), currency)
    }

    func encodeMembers(to object: inout JSONWriter) {
        object.field("amount", Int(minor))
        object.field("currency", currency.code)
    }
}

extension BillTransfer.State: StoredValue {}
