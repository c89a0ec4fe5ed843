import Accounts
import ArgumentParser
import Foundation
import HTTPKit
import JSON
import Logging
import Moderation
import NoonishAPI

/// `noonish user …`: commands for an operator about one person.
struct User: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Manage people: list, sign in, grant operator access, erase.",
        discussion: """
            These commands run on the server without authentication, and are recorded in the audit log. Operators can use \
            the console at /operator from elsewhere.
            """,
        subcommands: [UserList.self, UserLink.self, UserOperator.self, UserErase.self])

    /// Validates a mail address and returns it in lower case.
    static func checked(_ address: String) throws -> String {
        do {
            return try ValueParser<String>.emailAddress.read(.string(address)).lowercased()
        } catch {
            throw CommandError(.data, "“\(address)” is not a mail address")
        }
    }
}

/// `noonish user list`: lists people.
struct UserList: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List people, the newest 50 first.",
        discussion: "EXAMPLE: noonish user list leila --json | head -1")

    @OptionGroup var common: CommonOptions
    @Argument(help: "A part of a name, the beginning of an address, or an id.") var words = ""
    @Flag(help: "Print one JSON object per line.") var json = false

    func run() async throws {
        try await withPeople(common) { [words, json] people in
            let found = try await people.console.people(words)
            for person in found { print(json ? jsonLine { person.encode(to: &$0) } : person.line) }
            if found.isEmpty, !json { print("no matches") }
        }
    }
}

/// `noonish user link ADDRESS`: prints a sign-in link, for when mail cannot be sent.
struct UserLink: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "link",
        abstract: "Print a sign-in link for a person.",
        discussion: """
            For people who cannot receive mail. Send the link on a channel that only they can read, because anyone who \
            opens it is signed in as them. It works once and expires like a mailed one (signIn.codeLife). A new address \
            creates a new account.

            EXAMPLE: noonish user link leila@example.org
            """)

    @OptionGroup var common: CommonOptions
    @Argument(help: "The person's mail address.") var address: String

    func run() async throws {
        let address = try User.checked(address)
        try await withPeople(common) { people in
            print(try await people.signIn.makeOperatorLink(for: address))
        }
    }
}

/// `noonish user operator ADDRESS`: grants or revokes access to the operator console.
struct UserOperator: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "operator",
        abstract: "Grant or revoke operator access.",
        discussion: """
            Operators see people, addresses and reports, sign people out and retry deliveries at /operator. Everything is \
            recorded in the audit log. On the server itself the console requires no sign-in.

            EXAMPLE: noonish user operator leila@example.org
                     noonish user operator leila@example.org --revoke
            """)

    @OptionGroup var common: CommonOptions
    @Argument(help: "The mail address with which the person has signed in before.") var address: String
    @Flag(help: "Revoke the access.") var revoke = false

    func run() async throws {
        let address = try User.checked(address)
        try await withPeople(common) { [revoke] people in
            guard try await people.operators.set(address, to: !revoke) else {
                throw CommandError(.data, "no account has the address \(address)")
            }
            print(revoke ? "\(address) is no longer an operator" : "\(address) is an operator")
        }
    }
}

/// `noonish user erase ADDRESS`: erases a person who asked for it outside of the service.
struct UserErase: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "erase",
        abstract: "Erase a person in seven days.",
        discussion: """
            Has the same effect as a request by the person: they get a mail and can cancel until then. A running service \
            erases them when the time has come. Running the command again does not postpone it.

            EXAMPLE: noonish user erase leila@example.org
            """)

    @OptionGroup var common: CommonOptions
    @Argument(help: "The person's mail address.") var address: String

    func run() async throws {
        let address = try User.checked(address)
        try await withPeople(common) { people in
            try await people.console.erase(people.owner(of: address), by: people.erasures)
            print("\(address) will be erased in seven days")
        }
    }
}

extension ManagedPerson {
    /// A line such as `0199…  member  Leila  leila@example.org  operator  2 sessions`.
    fileprivate var line: String {
        var parts = [
            "\(id)", kind, name, addresses.isEmpty ? "no address" : addresses.joined(separator: " "),
        ]
        if isOperator { parts.append("operator") }
        parts.append("\(sessions) sessions")
        if openReports > 0 { parts.append("\(openReports) reports") }
        if let erasureDueAt { parts.append("erased at \(erasureDueAt.formatted(.iso8601))") }
        return parts.joined(separator: "  ")
    }
}
