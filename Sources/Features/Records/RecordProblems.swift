import HTTPKit

/// Problems that requests about sales can return.
enum RecordProblems {
    static let voided = Problem.conflict("sale_voided", "This sale was voided. Enter a new one.")
    static let notOnMenu = Problem.conflict("item_not_on_menu", "Choose a dish or a drink from the menu.")

    static func tooManyOptions(at pointer: String) -> Problem {
        .unprocessable("options_too_many", "Choose fewer options.", pointer: pointer)
    }

    static func wrongCurrency(_ currency: String) -> Problem {
        .unprocessable(
            "another_currency", "Enter the amount in \(currency).", pointer: "/currency"
        )
    }
}
