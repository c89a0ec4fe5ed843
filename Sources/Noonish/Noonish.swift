import ArgumentParser
import Foundation
import Postgres
import Restaurants

/// The root command of the program.
@main
struct Noonish: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "noonish",
        abstract: "Gets friends to one table.",
        discussion: """
            Without any setting, `noonish serve` makes a private PostgreSQL in ./var, brings its schema up to date and \
            answers on http://localhost:8080. config/noonish.yaml says what can be set, and the environment overrides \
            it: http.port is NOONISH_HTTP_PORT.

            What is printed on standard output is the answer and nothing else; a refusal is one line on standard error and \
            a status: 1 something checked is not as it should be, 64 the command line, 65 a file's content, 66 no such \
            file, 69 something needed is not there, 73 a folder is not ours, 78 a setting, 130 interrupted.

            EXAMPLE: noonish serve                          run it
                     noonish doctor                         see what is missing
                     noonish user link leila@example.org    let somebody in
            """,
        version: Version.text,
        subcommands: [
            Serve.self, Worker.self, Migrate.self, Doctor.self, Demo.self, Backup.self, Restore.self,
            Import.self,
            Export.self, User.self, Token.self, Push.self, Poll.self, OpenAPICommand.self, Version.self,
        ])

    /// Prints every error as one line on stderr and exits with a status. Standard output contains nothing but
    /// results.
    static func main() async {
        do {
            var command = try parseAsRoot()
            if var asynchronous = command as? any AsyncParsableCommand {
                try await asynchronous.run()
            } else {
                try command.run()
            }
        } catch let error as CommandError {
            fail(error.description, error.status)
        } catch let fault as SettingsFault {
            fail(fault.description, .settings)
        } catch is CancellationError {
            fail("interrupted", .interrupted)
        } catch PostgresError.cancelled {
            fail("interrupted", .interrupted)
        } catch let fault as ImportFault {
            fail(fault.description, .data)
        } catch let error as PostgresError {
            fail(error.debugDescription, .unavailable)
        } catch {
            exit(withError: error)
        }
    }

    private static func fail(_ words: String, _ status: CommandError.Status) -> Never {
        FileHandle.standardError.write(Data("noonish: \(words)\n".utf8))
        Foundation.exit(status.rawValue)
    }
}
