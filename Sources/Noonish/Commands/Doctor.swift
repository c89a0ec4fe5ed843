import ArgumentParser
import Foundation
import Logging
import Postgres

/// `noonish doctor`: checks everything that a service depends on, and prints how to fix what is wrong.
struct Doctor: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Check settings, folders, database, schema, audit log, mail, disk and clock.",
        discussion: """
            Prints one line per check: ok, warn (works, but not as it should) or fail, with the remedy. Exits with 1 if a \
            check fails. Changes nothing, except that it starts an embedded PostgreSQL that is not running.
            """)

    @OptionGroup var common: CommonOptions

    func run() async throws {
        var diagnostics = [Diagnostic.libraries]
        let settings: Settings
        do {
            settings = try await common.settings()
            diagnostics.append(.ok("settings", "all in range"))
        } catch let fault as SettingsFault {
            Self.show(diagnostics + fault.faults.map { .fail("settings", $0) })
            throw CommandError(.failed, "settings are wrong; remaining checks were skipped")
        }
        Settings.Log(level: .critical, format: settings.log.format).install()
        let logger = Logger(label: "doctor")
        diagnostics += try await Diagnostics(settings: settings, logger: logger).run()
        Self.show(diagnostics)
        let failures = diagnostics.count { $0.severity == .fail }
        guard failures == 0 else {
            throw CommandError(.failed, failures == 1 ? "1 check failed" : "\(failures) checks failed")
        }
    }

    private static func show(_ diagnostics: [Diagnostic]) {
        for diagnostic in diagnostics { print(diagnostic) }
    }
}

/// The result of one check.
struct Diagnostic: CustomStringConvertible, Sendable {
    enum Severity: String, Sendable {
        case ok
        case warn
        case fail
    }

    let severity: Severity
    let subject: String
    let detail: String

    static func ok(_ subject: String, _ detail: String) -> Self {
        .init(severity: .ok, subject: subject, detail: detail)
    }
    static func warn(_ subject: String, _ detail: String) -> Self {
        .init(severity: .warn, subject: subject, detail: detail)
    }
    static func fail(_ subject: String, _ detail: String) -> Self {
        .init(severity: .fail, subject: subject, detail: detail)
    }

    /// A line such as `ok    schema      6 migrations, all applied`.
    var description: String {
        let severity = severity.rawValue.padding(toLength: 6, withPad: " ", startingAt: 0)
        return severity + subject.padding(toLength: 12, withPad: " ", startingAt: 0) + detail
    }
}
