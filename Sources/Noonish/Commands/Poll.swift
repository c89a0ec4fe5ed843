import ArgumentParser
import Decisions
import Foundation
import JSON

/// `noonish poll …`: verifies polls.
struct Poll: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Verify polls.", subcommands: [PollVerify.self])
}

/// `noonish poll verify`: checks whether the result of a poll follows from its published data. Needs no
/// database.
struct PollVerify: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify",
        abstract: "Recount a closed poll, including the draw of a tie.",
        discussion: """
            Reads the response of GET /v1/outings/{id}/polls/{pid}. Compare the commitment with the one that was shown \
            when the poll was opened; everything else is computed from it and from the votes. Exits with 0 if all claims \
            hold.
            """)

    @Argument(help: "A file with the poll as JSON; - for standard input.") var file = "-"
    @Flag(help: "Print a JSON object.") var json = false

    func run() throws {
        let audit: PollAudit
        do {
            audit = try PollAudit(JSONValue(parsing: String(decoding: try bytes(), as: UTF8.self)))
        } catch let fault as PollAudit.Fault {
            throw CommandError(.data, fault.description)
        } catch let fault as JSONFault {
            throw CommandError(.data, "\(fault)")
        }
        if json {
            print("{\"holds\":\(audit.holds)}")
        } else {
            for finding in audit.findings { print("\(finding.holds ? "holds" : "FALSE")  \(finding.text)") }
        }
        guard audit.holds else { throw CommandError(.failed, "the result does not follow from the votes") }
    }

    private func bytes() throws -> Data {
        if file == "-" { return FileHandle.standardInput.readDataToEndOfFile() }
        guard let data = FileManager.default.contents(atPath: file) else {
            throw CommandError(.data, "“\(file)” cannot be read")
        }
        return data
    }
}
