package import Access
import HTTPKit
import Initializers
import Localization
import NoonishAPI
package import Outings
package import Postgres

/// The bills on the page of a personal link: the holder's share with its components, what they owe and get, the ways to pay,
/// and a form to say that they have paid.
@MemberwiseInit
package struct BillSection: InvitationPageSection {
    let database: any Database
    let links: [OperatorLink]

    package func values(
        for view: InvitationContent, _ call: Call
    ) async throws -> [String: any Sendable] {
        try await values(for: view, call, refusal: nil)
    }

    /// - Parameter refusal: Why the form was refused.
    func values(
        for view: InvitationContent, _ call: Call, refusal: String?
    ) async throws -> [String: any Sendable] {
        guard let token = view.personalToken, let csrf = view.formToken(for: call),
            let reader = view.outing.mine?.person
        else { return [:] }
        let holder = Actor.guest(reader, outing: view.outing.id)
        let options = TransferPaymentOptions(database: database, key: call.site.key, links: links)
        let presenter = BillPresenter(database: database, reader: reader)
        let language = call.language()
        var bills: [[String: any Sendable]] = []
        for row in try await database.all(.bills(of: view.outing.id)) {
            let relation = try await database.relation(of: holder, to: row, on: view.outing)
            guard row.reducedAt == nil, (try? decide(holder, .readBill, row.id, as: relation)) != nil else {
                continue
            }
            let texts = BillSectionTexts(
                bill: try await presenter.wire(row), reader: reader, language: language, token: token)
            var transfers: [[String: any Sendable]] = []
            for transfer in texts.openTransfers {
                let ofTransfer =
                    transfer.debtor.id == reader
                    ? try await options.options(of: transfer.id, of: row.id, on: view.outing, for: holder)
                    : []
                transfers.append(texts.values(of: transfer, ofTransfer))
            }
            bills.append(texts.values.merging(["transfers": transfers]) { $1 })
        }
        guard !bills.isEmpty else { return [:] }
        var values: [String: any Sendable] = ["bills": bills, "csrf": csrf]
        values["title"] = language.say("web.bill.title")
        values["sent"] = language.say("web.bill.sent")
        values["codeText"] = language.say("web.bill.codeText")
        values["refusal"] = refusal
        return ["bill": values]
    }
}
