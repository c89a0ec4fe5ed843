import HTTPKit
import NoonishAPI

/// Problems that requests about sales can return.
enum RecordProblems {
    static let voided = Problem.conflict("sale_voided", "This sale was voided. Enter a new one.")
    static let unpriced = Problem.conflict(
        "sale_unpriced", "One of its dishes has no price. Enter the sale by hand.")
    static let notOnMenu = Problem.conflict("item_not_on_menu", "Choose a dish or a drink from the menu.")

    /// 409: a sale has one invoice at most.
    static func invoiceExists(_ id: InvoiceID, _ number: InvoiceNumber) -> Problem {
        .conflict(
            "invoice_exists", "This sale already has an invoice.",
            members: [Problem.Member("invoice", SaleInvoice(id: id, number: number.text))])
    }

    static let unknownCustomer = Problem.unprocessable(
        "customer_unknown", "Choose a customer of this venue.", pointer: "/customerId")
    static let sameCustomer = Problem.unprocessable(
        "same_customer", "Choose another customer.", pointer: "/customerId")
    static let customerDeleted = Problem.conflict("customer_deleted", "Restore this customer first.")
    static let tooManyCustomers = Problem.conflict(
        "too_many_customers", "A venue has at most \(RecordLimits.customers) customers. Delete some first.")

    static let unknownFilter = Problem.unprocessable(
        "filter_unknown", "Choose a saved filter of this list.", pointer: "/filter")
    static let filterOutdated = Problem.conflict(
        "filter_outdated", "This filter no longer works. Delete it and save a new one.")
    static let tooManyFilters = Problem.conflict(
        "too_many_filters", "A venue has at most \(FilterLimits.filters) filters. Delete some first.")

    static func tooManyOptions(at pointer: String) -> Problem {
        .unprocessable("options_too_many", "Choose fewer options.", pointer: pointer)
    }

    static func wrongCurrency(_ currency: String) -> Problem {
        .unprocessable(
            "another_currency", "Enter the amount in \(currency).", pointer: "/currency"
        )
    }
}
