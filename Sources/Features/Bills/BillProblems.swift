import HTTPKit
import JSON
import Money
import NoonishAPI

/// Problems that requests about bills can return.
enum BillProblems {
    static let tooManyBills = Problem.conflict(
        "too_many_bills", "This outing can’t have more bills.")

    static let tooManyPayments = Problem.conflict(
        "too_many_payments", "This bill can’t have more payments.")

    static let tooManyCharges = Problem.conflict(
        "too_many_charges", "This bill can’t have more charges. Add the tip to one of them.")

    static let otherCurrency = Problem.unprocessable(
        "other_currency", "A bill keeps its currency. Create another bill instead.", pointer: "/currency")

    static let unknownOrder = Problem.unprocessable(
        "unknown_order", "This outing has no such order.", pointer: "/orderId")

    static let orderOpen = Problem.conflict(
        "order_open", "People can still change their dishes. Close the order first.")

    static func orderBilled(by bill: BillID) -> Problem {
        .conflict(
            "order_billed", "This order already has a bill. Correct that one instead.",
            members: [Problem.Member("bill", bill)])
    }

    static func currency(of order: Currency) -> Problem {
        .unprocessable("another_currency", "The order is in \(order.code).", pointer: "/currency")
    }

    static func unknownLine(_ pointer: String) -> Problem {
        .unprocessable("unknown_line", "The order has no such dish.", pointer: pointer)
    }

    /// - Parameter lines: The lines of the order without a price.
    static func missingPrices(of lines: [OrderLineID]) -> Problem {
        var problem = Problem.unprocessable(
            "missing_price", "Some dishes have no price. Enter what they cost.", pointer: "/prices")
        problem.members = [Problem.Member("lines", lines)]
        return problem
    }

    static let reduced = Problem.conflict(
        "bill_reduced", "This bill is too old to change. Only its sums are left.")

    static let paymentReversed = Problem.conflict(
        "payment_reversed", "This payment was already taken back.")

    static let paidOnline = Problem.conflict(
        "paid_online", "This payment was made online and can’t be taken back here.")

    static func overpaid(by excess: Money) -> Problem {
        .conflict(
            "overpaid", "The payments are \(excess.decimal) \(excess.currency.code) more than the total.",
            members: excess.members("byMinor")
        ).withArguments(["by": .amount(excess.minor, currency: excess.currency.code)])
    }

    static func transferState(_ state: String) -> Problem {
        .conflict(
            "transfer_state", "The transfer has moved on. Reload the bill.",
            members: [Problem.Member("state", state)])
    }

    static let nudgedRecently = Problem.conflict(
        "transfer_nudged_recently", "You can remind someone once a day.")

    static let debtorGone = Problem.conflict(
        "debtor_gone",
        "This person has deleted their account. Mark the transfer as received, or forgive it.")

    static func discountTooLarge(_ most: Money, pointer: String) -> Problem {
        above(
            most, "discount_too_large", "You can take off \(most.decimal) \(most.currency.code) at most.",
            pointer: pointer)
    }

    /// - Parameter most: What the person has paid.
    static func refundTooLarge(_ most: Money, pointer: String) -> Problem {
        above(
            most, "refund_too_large", "This person has paid \(most.decimal) \(most.currency.code).",
            pointer: pointer)
    }

    private static func above(_ most: Money, _ code: String, _ detail: String, pointer: String) -> Problem {
        var problem = Problem.unprocessable(code, detail, pointer: pointer)
        problem.members = most.members("mostMinor")
        return problem.withArguments(["most": .amount(most.minor, currency: most.currency.code)])
    }

    static func notOnTheList(_ pointer: String) -> Problem {
        .unprocessable(
            "person_not_on_the_list", "Only people on the list can have a share.", pointer: pointer)
    }
}

extension Money {
    /// The members of a problem that names an amount.
    fileprivate func members(_ name: String) -> [Problem.Member] {
        [Problem.Member(name, Int(minor)), Problem.Member("currency", currency.code)]
    }
}

extension BillFault {
    /// The problem of a bill whose members are `items`, `charges` and `treats`.
    func problem(in currency: Currency) -> Problem {
        switch self {
        case .negativeLine(let line):
            .unprocessable(
                "negative_amount", "An amount can’t be below zero.", pointer: "/items/\(line)/amount")
        case .invalidSharers(let line):
            .unprocessable(
                "invalid_people", "Name at least one person, and each only once.",
                pointer: "/items/\(line)/people")
        case .invalidPeople(let charge):
            .unprocessable(
                "invalid_people", "Name at least one person, and each only once.",
                pointer: "/charges/\(charge)/people")
        case .invalidSize(let charge):
            .unprocessable(
                "invalid_size", "Give an amount or a percentage that fits this kind of charge.",
                pointer: "/charges/\(charge)")
        case .discountTooLarge(let charge, let most):
            BillProblems.discountTooLarge(Money(most, currency), pointer: "/charges/\(charge)")
        case .noReceiptTotal:
            .unprocessable(
                "missing", "A difference needs the total of the receipt.", pointer: "/receiptTotal")
        case .unknownScope(let charge):
            .unprocessable(
                "unknown_item", "The bill has no such item.", pointer: "/charges/\(charge)/items")
        case .negativeShare(let charge):
            .unprocessable(
                "negative_share", "This would leave someone with less than nothing.",
                pointer: "/charges/\(charge)")
        case .invalidTreat(let treat):
            .unprocessable(
                "invalid_treat", "Only people on the bill can treat each other.", pointer: "/treats/\(treat)")
        case .noPeople: .unprocessable("no_people", "A bill needs people to share it.", pointer: "/items")
        case .tooLarge: .unprocessable("amount_too_large", "The amount is too large.", pointer: "/items")
        }
    }
}
