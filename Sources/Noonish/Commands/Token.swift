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
            The token is that of an ordinary session. The person sees it in their list of sessions under --name and can end \
            it there; otherwise it ends after sessions.life, or sessions.idle without use. It is shown only once. A new \
            address creates a new account.

            EXAMPLE: token=$(noonish token make leila@example.org --name lunchbot)
                     curl -H "Authorization: Bearer $token" http://localhost:8080/v1/outings
            """)

    @OptionGroup var common: CommonOptions
    @Argument(help: "The person's mail address.") var address: String
    @Option(help: "The name in the person's list of sessions.") var name = "a program"
    @Flag(help: "Print a JSON object.") var json = false

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
            "Open streams end within 30 seconds. EXAMPLE: noonish token revoke leila@example.org")

    @OptionGroup var common: CommonOptions
    @Argument(help: "The person's mail address.") var address: String
    @Flag(help: "Print a JSON object.") var json = false

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
