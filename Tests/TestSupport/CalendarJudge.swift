package import Foundation

/// A document as two independent parsers (PyPI icalendar and vobject) read it.
package struct CalendarVerdict: Decodable, Sendable {
    package struct Event: Decodable, Equatable, Sendable {
        package let uid: String
        package let starts: String?
        package let ends: String?
        package let summary: String
        package let description: String
        package let location: String
        package let status: String
        package let sequence: Int?
        package let stamp: String?
        package let organizer: [String?]?
        package let attendee: [String?]?
    }

    package struct Reading: Decodable, Sendable {
        package let fault: String?
        package let errors: [String]?
        package let method: String?
        package let name: String?
        package let zones: [String]?
        package let events: [Event]
    }

    /// Bytes of the longest line, and line ends without a carriage return.
    package let lines: Int
    package let bare: Int
    package let icalendar: Reading
    package let vobject: Reading
}

/// A document as a calendar server (Radicale) stored it.
package struct ServerVerdict: Decodable, Sendable {
    /// Statuses of storing it and of reading it back.
    package let put: Int
    package let got: Int
    /// DTSTART as it came back.
    package let starts: String
    /// Whether a query for the time in question finds it.
    package let found: Bool
}

/// Has documents read by the judges, all by one process.
package func judge(_ documents: [String: [UInt8]]) async throws -> [String: CalendarVerdict] {
    try await judge(documents, by: "calendar_judge.py")
}

/// Has documents stored by a calendar server, which is asked what takes place between two moments (`20270311T100000Z`).
package func store(
    _ documents: [String: [UInt8]], from: String, to: String
) async throws -> [String: ServerVerdict] {
    try await judge(documents, by: "radicale_judge.py", "\(from) \(to)")
}

private func judge<Verdict: Decodable>(
    _ documents: [String: [UInt8]], by script: String, _ arguments: String = ""
) async throws -> [String: Verdict] {
    let folder = FileManager.default.temporaryDirectory.appending(path: "noonish-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for (name, bytes) in documents { try Data(bytes).write(to: folder.appending(path: "\(name).ics")) }
    let path = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Servers/\(script)").path
    let python = "${NOONISH_TEST_PYTHON:?names a python with Tests/requirements.txt}"
    let said = try await Shell.run("exec \"\(python)\" -W ignore '\(path)' '\(folder.path)' \(arguments)")
    return try JSONDecoder().decode([String: Verdict].self, from: Data(said.utf8))
}

extension Date {
    /// The time in the format of the judges.
    package var judged: String { formatted(.iso8601) }
}
