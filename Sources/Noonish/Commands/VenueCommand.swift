import ArgumentParser
import Foundation
import Logging
import Venues

/// `noonish venue …`: commands for an operator about the people who run restaurants.
struct VenueCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "venue",
        abstract: "Manage venues: name an owner.",
        discussion: """
            These commands run on the server without authentication, and are recorded in the audit log. Operators decide \
            claims at /operator.
            """,
        subcommands: [VenueOwner.self])
}

/// `noonish venue owner ADDRESS RESTAURANT`: makes a person an owner of a restaurant.
struct VenueOwner: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "owner",
        abstract: "Make a person an owner of a restaurant.",
        discussion: """
            For people whose claim you have checked yourself, for example by calling the restaurant. The venue is verified at \
            once, and its other owners stay.

            EXAMPLE: noonish venue owner leila@example.org n1234
            """)

    @OptionGroup var common: CommonOptions
    @Argument(help: "The mail address with which the person has signed in before.") var address: String
    @Argument(help: "The restaurant's id, here or in its source.") var restaurant: String

    func run() async throws {
        let address = try User.checked(address)
        try await withPeople(common) { [restaurant] people in
            do {
                let id = try await people.venues.add(address, to: restaurant)
                print("\(address) owns \(id)")
            } catch let fault as VenueCommandFault {
                throw CommandError(.data, fault.description)
            }
        }
    }
}
