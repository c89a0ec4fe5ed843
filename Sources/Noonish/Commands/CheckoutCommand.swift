import Access
import ArgumentParser
import Checkout
import NoonishAPI
import Postgres

/// `noonish checkout …`: commands for an operator about online payments.
struct CheckoutCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "checkout", abstract: "See to online payments.", subcommands: [CheckoutClear.self])
}

/// `noonish checkout clear ID`: clears a fault that `noonish doctor` shows.
struct CheckoutClear: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "clear",
        abstract: "Clear the fault of a payment that you have seen to.",
        discussion: """
            noonish doctor shows faults with their ids. Refunds are made in the provider's dashboard and booked from there. The \
            same fault is not shown again. The command is recorded in the audit log.
            """)

    @OptionGroup var common: CommonOptions
    @Argument(help: "The id of the payment.") var id: String

    func run() async throws {
        guard let id = CheckoutID(id) else { throw CommandError(.data, "\(id) is no id of a payment") }
        try await withPeople(common) { people in
            guard try await people.clearFault(of: id) else {
                throw CommandError(.data, "\(id) has no fault")
            }
            print("the fault of \(id) is cleared")
        }
    }
}
