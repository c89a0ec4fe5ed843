import ArgumentParser
import Foundation
import Logging
import Postgres

/// `noonish doctor`: checks everything that a service depends on, and prints how to fix what is wrong.
struct Doctor: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Check settings, folders, database, schema, audit log, mail, disk and clock.",
        discussion: """
            A line for each: ok, warn (it works, but not as it should) or fail, with what to do. Stops with 1 if any \
            fails. Changes nothing but that it makes and starts the embedded PostgreSQL if that is used and does not run.
            """)

    @OptionGroup var common: CommonOptions

    func run() async throws {
        var findings = [Finding.libraries]
        let settings: Settings
        do {
            settings = try await common.settings()
            findings.append(.ok("settings", "all in range"))
        } catch let fault as SettingsFault {
            Self.show(findings + fault.faults.map { .fail("settings", $0) })
            throw Refusal(.failed, "settings are wrong; the rest was not looked at")
        }
        Settings.Log(level: .critical, format: settings.log.format).install()
        let logger = Logger(label: "doctor")
        findings += try await Examination(settings: settings, logger: logger).findings()
        Self.show(findings)
        let failures = findings.count { $0.grade == .fail }
        guard failures == 0 else {
            throw Refusal(.failed, failures == 1 ? "1 check failed" : "\(failures) checks failed")
        }
    }

    private static func show(_ findings: [Finding]) {
        for finding in findings { print(finding) }
    }
}

/// The result of one check.
struct Finding: CustomStringConvertible, Sendable {
    enum Grade: String, Sendable {
        case ok
        case warn
        case fail
    }

    let grade: Grade
    let subject: String
    let words: String

    static func ok(_ subject: String, _ words: String) -> Self {
        .init(grade: .ok, subject: subject, words: words)
    }
    static func warn(_ subject: String, _ words: String) -> Self {
        .init(grade: .warn, subject: subject, words: words)
    }
    static func fail(_ subject: String, _ words: String) -> Self {
        .init(grade: .fail, subject: subject, words: words)
    }

    /// A line such as `ok    schema      6 migrations, all applied`.
    var description: String {
        let grade = grade.rawValue.padding(toLength: 6, withPad: " ", startingAt: 0)
        return grade + subject.padding(toLength: 12, withPad: " ", startingAt: 0) + words
    }
}
