import Access
import ArgumentParser
import Foundation
import HTTPKit
import JSON
import Logging
import People
import Postgres

/// `noonish user …`: what an operator does about one person.
struct User: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "What an operator does about one person.", subcommands: [UserLink.self, UserOperator.self])
}

/// `noonish user link ADDRESS`: a way in where no mail can be sent.
struct UserLink: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "link",
        abstract: "Print a link that signs somebody in.",
        discussion: """
            For whom mail does not reach. Hand it over by a way that only they can read: whoever opens it is them. It \
            works once, for as long as a mailed one (signIn.codeLife). A new address becomes a new person.
            """)

    @OptionGroup var common: CommonOptions
    @Argument(help: "Their mail address.") var address: String

    func run() async throws {
        let settings = try await common.settings()
        settings.log.install()
        let logger = Logger(label: "noonish")
        let address = try User.checked(address)
        let site = try Site(settings, port: settings.http.port)
        let migration = try Migration(settings, logger)
        try await cancelledBySignal(logger) {
            try await withDatabase(settings, logger) { database in
                try await migration.apply(to: database)
                // Nothing is mailed: the link is the answer.
                let outbox = MailOutbox(.none, domain: "localhost")
                let people = PeopleSettings(settings)
                let link = try await withClient(of: database, as: .app, logger) { client in
                    try await SignInEdits(client, settings: people, site: site, outbox: outbox)
                        .operatorLink(for: address)
                }
                print(link)
            }
        }
    }
}

/// `noonish user operator ADDRESS`: lets somebody use the operator's console from anywhere.
struct UserOperator: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "operator",
        abstract: "Let somebody use the operator's console, or no longer.",
        discussion: """
            They see people, their addresses and reports, sign people out, and try deliveries again, at /operator. All of \
            it is in the audit log. At the machine itself the console needs nobody's leave.
            """)

    @OptionGroup var common: CommonOptions
    @Argument(help: "Their mail address; they have signed in by it before.") var address: String
    @Flag(help: "No longer.") var revoke = false

    func run() async throws {
        let settings = try await common.settings()
        settings.log.install()
        let logger = Logger(label: "noonish")
        let address = try User.checked(address)
        let migration = try Migration(settings, logger)
        try await cancelledBySignal(logger) { [revoke] in
            try await withDatabase(settings, logger) { database in
                try await migration.apply(to: database)
                let isDone = try await withClient(of: database, as: .app, logger) { client in
                    try await Operators(client).set(address, to: !revoke)
                }
                guard isDone else { throw Refusal(.data, "nobody has signed in as \(address)") }
                print(revoke ? "\(address) is no operator any more" : "\(address) is an operator")
            }
        }
    }
}

extension User {
    /// In lower case.
    fileprivate static func checked(_ address: String) throws -> String {
        do {
            return try ValueParser<String>.emailAddress.read(.string(address)).lowercased()
        } catch {
            throw Refusal(.data, "“\(address)” is not a mail address")
        }
    }
}
