import Accounts
import ArgumentParser
import Foundation
import JSON
import Moderation
import NIOCore
import NoonishAPI

/// `noonish token …`: manages access tokens of programs.
struct Token: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Manage access tokens.", subcommands: [TokenMake.self, TokenRevoke.self])
}

/// `noonish token make ADDRESS`: creates a session for a program.
struct TokenMake: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "make",
        abstract: "Create an access token for a person.",
        discussion: """
            A session like any other: it stands in their list under the name given here, they can end it there, and it ends \
            by itself after sessions.life, or sessions.idle without use. It is shown this once. A new address becomes a \
            new person.

            EXAMPLE: token=$(noonish token make leila@example.org --name lunchbot)
                     curl -H "Authorization: Bearer $token" http://localhost:8080/v1/outings
            """)

    @OptionGroup var common: CommonOptions
    @Argument(help: "Their mail address.") var address: String
    @Option(help: "What their list of sessions says of it.") var name = "a program"
    @Flag(help: "Answer with a JSON object.") var json = false

    func run() async throws {
        let address = try User.checked(address)
        try await withPeople(common) { [name, json] people in
            let made = try await people.signIn.makeOperatorSession(for: address, describedAs: name)
            if json {
                print(
                    jsonLine { writer in
                        writer.object {
                            $0.field("token", made.token)
                            $0.field("endsAt", made.endsAt)
                        }
                    })
            } else {
                print(made.token)
            }
        }
    }
}

/// `noonish token revoke ADDRESS`: ends every session of a person.
struct TokenRevoke: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "revoke",
        abstract: "End all sessions of a person.",
        discussion:
            "Whatever they have open ends within 30 seconds. EXAMPLE: noonish token revoke leila@example.org")

    @OptionGroup var common: CommonOptions
    @Argument(help: "Their mail address.") var address: String
    @Flag(help: "Answer with a JSON object.") var json = false

    func run() async throws {
        let address = try User.checked(address)
        try await withPeople(common) { [json] people in
            let count = try await people.console.endSessions(of: people.owner(of: address))
            print(json ? "{\"ended\":\(count)}" : count == 1 ? "1 session ended" : "\(count) sessions ended")
        }
    }
}

/// Returns one JSON value without line breaks.
func jsonLine(_ write: (inout JSONWriter) -> Void) -> String {
    var writer = JSONWriter(capacity: 512)
    write(&writer)
    return String(buffer: writer.finish())
}
