package import Access
import Initializers
package import Localization
package import NoonishAPI
import Outings
package import Postgres

/// What a person owes for the bills of an outing, with the ways to pay it, in words. It goes into the mail to a person who was
/// removed, whose personal link is void.
@MemberwiseInit
package struct OpenDebts: Sendable {
    let database: any Database
    let key: SecretKey
    let links: [OperatorLink]

    /// Returns the transfers that the person has not sent yet, or that have not arrived, oldest first.
    ///
    /// - Parameter title: The outing's when the person was removed, for the references of payments.
    package func read(
        of person: PersonID, on id: OutingID, titled title: String, in language: Language
    ) async throws -> [Debt] {
        let options = TransferPaymentOptions(database: database, key: key, links: links)
        var debts: [Debt] = []
        for bill in try await database.all(.bills(of: id)) where bill.reducedAt == nil {
            let owed = try await database.all(.transfers(of: bill.id, on: id))
                .filter { $0.debtor.id == person && ($0.state == .asked || $0.state == .disputed) }
            guard !owed.isEmpty else { continue }
            let texts = BillSectionTexts(
                bill: try await BillPresenter(database: database, reader: person).wire(bill),
                reader: person, language: language, token: "")
            for transfer in owed {
                let ways = try await options.options(for: transfer, of: bill, titled: title)
                guard let shown = texts.bill.transfers.first(where: { $0.id == transfer.id }) else {
                    continue
                }
                debts.append(texts.debt(shown, ways))
            }
        }
        return debts
    }
}

/// A transfer that a person owes, in words.
package struct Debt: Sendable {
    /// A way to pay: its link, or what to type into a bank’s form.
    package struct Instruction: Sendable {
        package let name: String
        package let url: String?
        package let fields: [(label: String, text: String)]
    }

    /// "You owe Tom €12.40".
    package let heading: String
    /// Empty if the creditor has entered none.
    package let instructions: [Instruction]
    /// What to do without a way to pay.
    package let advice: String
}
