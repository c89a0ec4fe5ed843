import HTTPKit
import HTTPTypes
import JSON
import Menus
import NoonishAPI

/// Problems of dishes that are chosen from a menu.
extension OrderProblems {
    static let noMenu = Problem.conflict("no_menu", "This place has no menu here. Type your dish instead.")

    static func menuCurrency(_ currency: String) -> Problem {
        .conflict(
            "menu_currency",
            "The menu’s prices are in \(currency). Type your dish with a price in the order’s currency.",
            members: [Problem.Member("currency", currency)]
        ).withArguments(["currency": .text(currency)])
    }

    /// The menu does not have the dish any more, or does not serve it when the food is due.
    static func itemOff(_ name: String?) -> Problem {
        .conflict(
            "item_off", "The place doesn’t serve this dish at that time. Choose another one.",
            members: [Problem.Member("name", name)])
    }

    /// The price is not the one that the person saw. Nothing was ordered.
    static func priceMoved(from expected: Int, to unit: Int, in currency: String) -> Problem {
        .conflict(
            "price_moved", "The price has changed. Check the new one and order again.",
            members: [
                Problem.Member("expectedMinor", expected), Problem.Member("unitMinor", unit),
                Problem.Member("currency", currency),
            ]
        ).withArguments([
            "old": .amount(Int64(expected), currency: currency),
            "new": .amount(Int64(unit), currency: currency),
        ])
    }

    static let fromMenu = Problem.conflict(
        "from_menu", "This dish comes from the menu. Choose it again to change it.")

    static let tooMuch = Problem.unprocessable(
        "options_too_many", "Choose fewer options.", pointer: "/pick/options")

    /// Why a pick is not possible, with all its faults.
    static func impossible(_ error: MenuPickError) -> Problem {
        guard case .faults(let faults) = error, let first = faults.first else { return itemOff(nil) }
        let all = faults.map { Problem.Fault("/pick" + $0.pointer, $0.reason.code, $0.reason.detail) }
        let isOne = all.allSatisfy { $0.code == all[0].code }
        return Problem(
            isOne ? first.reason.code : "invalid_input", .unprocessableContent, title: "Invalid content",
            detail: all.count == 1 ? all[0].detail : "\(all.count) errors; see `errors`.", errors: all)
    }
}

extension MenuPickFault.Reason {
    fileprivate var code: String {
        switch self {
        case .wrongVariant: "wrong_variant"
        case .wrongOption: "wrong_option"
        case .wrongPart: "wrong_part"
        case .tooFew: "options_missing"
        case .tooMany: "options_too_many"
        }
    }

    fileprivate var detail: String {
        switch self {
        case .wrongVariant: "Choose one of the sizes on the menu."
        case .wrongOption: "This dish doesn’t come with that option."
        case .wrongPart: "This combo doesn’t include that."
        case .tooFew(let name, let least): "\(name): choose at least \(least)."
        case .tooMany(let name, let most): "\(name): choose at most \(most)."
        }
    }
}
