import ArgumentParser
import Foundation
import Postgres
import Restaurants

/// The root command of the program.
@main
struct Noonish: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "noonish",
        abstract: "Plans meals with friends.",
        discussion: """
            Without any settings, `noonish serve` creates a private PostgreSQL in ./var, migrates its schema and serves \
            http://localhost:8080. config/noonish.yaml documents all settings. Environment variables override them: \
            http.port is NOONISH_HTTP_PORT.

            Standard output has only results. An error is one line on standard error, with an exit status: 1 a check \
            failed, 64 command line, 65 content of a file, 66 no such file, 69 something needed is unavailable, 73 a \
            folder or file cannot be created, 78 a setting, 130 interrupted.

            EXAMPLE: noonish serve                          start the service
                     noonish doctor                         check the installation
                     noonish user link leila@example.org    print a sign-in link
            """,
        version: Version.text,
        subcommands: [
            Serve.self, Worker.self, Migrate.self, Doctor.self, Demo.self, Backup.self, Restore.self,
            Import.self,
            Export.self, User.self, VenueCommand.self, CheckoutCommand.self, Token.self, Push.self, Poll.self,
            Key.self,
            OpenAPICommand.self,
            Version.self,
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
