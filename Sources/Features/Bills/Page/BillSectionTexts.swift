import Foundation
import Localization
import Money
import NoonishAPI
import PayCodes

/// The texts of a bill on the page of a personal link. They are those of the web client.
struct BillSectionTexts {
    let bill: OutingBill
    let reader: PersonID
    let language: Language
    let token: String

    /// The holder's open transfers, those that they owe first.
    var openTransfers: [BillTransfer] {
        let open = bill.transfers.filter(\.isOpen)
        return open.filter { $0.debtor.id == reader } + open.filter { $0.creditor.id == reader }
    }

    /// The holder's share with its components, and where the bill stands for them.
    var values: [String: any Sendable] {
        var values: [String: any Sendable] = ["says": state, "hasShare": false]
        if let share = bill.content.shares.first(where: { $0.person.id == reader }) {
            values["hasShare"] = true
            values["myShare"] = message("myShare")
            values["amount"] = amount(share.amountMinor)
            values["components"] = components
        }
        return values
    }

    /// A transfer with the ways to pay it. What it does not have is `false`, because a template reads a missing value from
    /// the page around it.
    func values(of transfer: BillTransfer, _ options: [PaymentOption]) -> [String: any Sendable] {
        let isOwed = transfer.debtor.id == reader
        let name = (isOwed ? transfer.creditor : transfer.debtor).name
        var values: [String: any Sendable] = [
            "heading": message(
                isOwed ? "youPay" : "paysYou",
                ["name": .text(name), "amount": .words(amount(transfer.amountMinor))]),
            "note": false, "options": false, "action": false,
        ]
        guard isOwed else {
            values["note"] = message("transfer.\(transfer.state.rawValue)")
            return values
        }
        let address = "/i/\(token)/bills/\(bill.id)/transfers/\(transfer.id)"
        values["options"] = options.map { self.values(of: $0, below: address) }
        if transfer.state == .sent {
            values["note"] = message("waiting", ["name": .text(name)])
        } else {
            values["action"] = "\(address)/sent"
            if options.isEmpty {
                values["note"] = message(
                    "noOptions", ["name": .text(name), "code": .text(transfer.code)])
            } else if transfer.state == .disputed {
                values["note"] = message("transfer.disputed")
            }
        }
        return values
    }

    /// A transfer that the reader owes, with the ways to pay it.
    func debt(_ transfer: BillTransfer, _ options: [PaymentOption]) -> Debt {
        let name: MessageValue = .text(transfer.creditor.name)
        return Debt(
            heading: message(
                "youPay", ["name": name, "amount": .words(amount(transfer.amountMinor))]),
            instructions: options.map { option in
                Debt.Instruction(
                    name: self.name(of: option), url: option.url,
                    fields: option.fields.map {
                        (label: message("field.\($0.label.rawValue)"), text: $0.text)
                    })
            }, advice: message("noOptions", ["name": name, "code": .text(transfer.code)]))
    }

    private func name(of option: PaymentOption) -> String {
        option.label ?? message("way.\(option.kind.rawValue)")
    }

    private func values(of option: PaymentOption, below address: String) -> [String: any Sendable] {
        let way = name(of: option)
        var values: [String: any Sendable] = [
            "way": way, "code": false, "url": false,
            "fields": option.fields.map {
                ["label": message("field.\($0.label.rawValue)"), "text": $0.text]
            },
        ]
        if option.qrCode != nil {
            values["code"] = "\(address)/options/\(option.kind.rawValue)/qr.svg"
            values["codeLabel"] = message("codeLabel", ["way": .text(way)])
        }
        if let url = option.url {
            values["url"] = url
            values["openLink"] = message("openLink", ["way": .text(way)])
        }
        return values
    }

    private var state: String {
        if bill.settledAt != nil { return message("state.settled") }
        if bill.unpaidMinor > 0 {
            return message("state.unpaid", ["amount": .words(amount(bill.unpaidMinor))])
        }
        let owed = openTransfers.filter { $0.debtor.id == reader }
        let unsent = owed.filter { $0.state != .sent }
        let awaited = openTransfers.filter { $0.creditor.id == reader }
        if !unsent.isEmpty { return message("state.owe", ["amount": .words(sum(unsent))]) }
        if !awaited.isEmpty { return message("state.get", ["amount": .words(sum(awaited))]) }
        return message(owed.isEmpty ? "state.others" : "state.sent")
    }

    private var components: [[String: String]] {
        bill.content.charges.enumerated().flatMap { index, charge in
            charge.shares.filter { $0.person.id == reader }.map {
                ["name": name(of: charge, at: index), "amount": amount($0.amountMinor)]
            }
        }
    }

    private func name(of charge: BillChargeItem, at index: Int) -> String {
        let charges = bill.content.charges
        if charge.treat {
            // A treat is a discount of the guest's share, followed by its opposite on the host.
            let isGuests = charge.kind == "discount"
            let other = charges[index + (isGuests ? 1 : -1)].shares.first?.person.name ?? ""
            return message(isGuests ? "treated" : "treats", ["name": .text(other)])
        }
        if charge.kind == "items" {
            let isOnly = charges.count { $0.kind == "items" } == 1
            return charge.label
                ?? message(isOnly ? "wholeMeal" : "item", ["number": .number(charge.number)])
        }
        let name = charge.label ?? message("kind.\(charge.kind)")
        guard let percent = charge.percent.flatMap({ Decimal(string: $0) }) else { return name }
        return message(
            "withPercent", ["name": .text(name), "percent": .words(language.number(percent))])
    }

    private func sum(_ transfers: [BillTransfer]) -> String {
        amount(transfers.reduce(0) { $0 + $1.amountMinor })
    }

    private func amount(_ minor: Int) -> String {
        guard let currency = Currency(bill.content.currency) else { return "" }
        return language.amount(Money(Int64(minor), currency))
    }

    private func message(_ key: String, _ values: [String: MessageValue] = [:]) -> String {
        language.say("web.bill.\(key)", values)
    }
}

extension BillTransfer {
    fileprivate var isOpen: Bool { state == .asked || state == .sent || state == .disputed }
}
