package import Access
import HTTPKit
import Initializers
import Localization
import Money
import NoonishAPI
package import Outings
package import Postgres

/// Online payments on the page of a personal link: what the holder can pay of each bill, with a form that has the provider make a
/// page, and the link to that page once there is one.
///
/// The link is not a redirect that follows the form, because browsers apply `form-action` to those.
@MemberwiseInit
package struct CheckoutSection: InvitationPageSection {
    let database: any Database
    let checkouts: Checkouts

    package func values(
        for view: InvitationContent, _ call: Call
    ) async throws -> [String: any Sendable] {
        try await values(for: view, call, refusal: nil)
    }

    /// - Parameter refusal: Why the form was refused.
    func values(
        for view: InvitationContent, _ call: Call, refusal: String?
    ) async throws -> [String: any Sendable] {
        guard checkouts.provider != nil || refusal != nil, let token = view.personalToken,
            let csrf = view.formToken(for: call),
            let reader = view.outing.mine?.person
        else { return [:] }
        let language = call.language()
        var bills: [[String: any Sendable]] = []
        for bill in try await database.all(.billsWithDebts(on: view.outing.id)) {
            do {
                let overview = try await checkouts.overview(
                    of: bill, on: view.outing.id, for: .guest(reader, outing: view.outing.id), in: database)
                guard
                    var values = overview.values(language, form: "/i/\(token)/bills/\(bill)/checkouts"),
                    let place = try await database.first(.place(of: bill, on: view.outing.id))
                else { continue }
                values["creditor"] = place.name
                bills.append(values)
            } catch is Denial {
                continue
            }
        }
        guard !bills.isEmpty || refusal != nil else { return [:] }
        var values: [String: any Sendable] = ["bills": bills, "csrf": csrf]
        values["title"] = language.say("bills.bill.online")
        values["text"] = language.say("bills.bill.payOnlineText")
        values["refusal"] = refusal
        return ["online": values]
    }
}

extension CheckoutOverview {
    /// Returns what the page says of a bill; `nil` if there is nothing to say. What is missing is `false`, because a template
    /// reads a missing value from the page around it.
    fileprivate func values(_ language: Language, form: String) -> [String: any Sendable]? {
        func amount(_ minor: Int) -> MessageValue {
            .words(Currency(currency).map { language.amount(Money(Int64(minor), $0)) } ?? "")
        }
        var states: [String] = []
        for checkout in checkouts {
            switch checkout.state {
            case .paid, .refunded:
                states.append(
                    language.say("bills.bill.onlinePaid", ["amount": amount(checkout.amountMinor)]))
                guard checkout.refundedMinor > 0 else { continue }
                states.append(
                    language.say("bills.bill.onlineRefunded", ["amount": amount(checkout.refundedMinor)]))
            case .mismatched: states.append(language.say("bills.bill.onlineMismatched"))
            case .preparing, .open, .expired, .failed: continue
            }
        }
        let payable = payableMinor ?? 0
        guard payable > 0 || !states.isEmpty else { return nil }
        let url =
            payable > 0 ? checkouts.first { $0.url != nil && $0.amountMinor == payable }?.url : nil
        if url != nil {
            states.append(language.say("bills.bill.onlineOpen", ["amount": amount(payable)]))
        }
        var values: [String: any Sendable] = [
            "states": states.map { ["says": $0] }, "url": false, "action": false,
        ]
        guard payable > 0 else { return values }
        if let url {
            values["url"] = url
            values["label"] = language.say("page.toPayment", ["amount": amount(payable)])
        } else {
            values["action"] = form
            values["label"] = language.say("bills.bill.payOnline", ["amount": amount(payable)])
        }
        return values
    }
}

extension Query where Row == BillID {
    /// The bills of an outing that can still be paid, oldest first.
    fileprivate static func billsWithDebts(on outing: OutingID) -> Self {
        Query(
            "checkout.list_bills",
            "SELECT b.id FROM bill AS b WHERE b.outing_id = \(outing) AND b.reduced_at IS NULL ORDER BY b.id")
    }
}
