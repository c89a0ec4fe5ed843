import Foundation
import TestSupport

/// What two independent parsers (PyPI icalendar and vobject) read in a document.
struct Verdict: Decodable {
    struct Event: Decodable, Equatable {
        let uid: String
        let starts: String?
        let ends: String?
        let summary: String
        let description: String
        let location: String
        let status: String
        let sequence: Int?
        let stamp: String?
        let organizer: [String?]?
        let attendee: [String?]?
    }

    struct Reading: Decodable {
        let fault: String?
        let errors: [String]?
        let method: String?
        let name: String?
        let zones: [String]?
        let events: [Event]
    }

    /// Bytes of the longest line, and line ends without a carriage return.
    let lines: Int
    let bare: Int
    let icalendar: Reading
    let vobject: Reading
}

/// Has documents read by the judges, all by one process.
func judge(_ documents: [String: [UInt8]]) async throws -> [String: Verdict] {
    let folder = FileManager.default.temporaryDirectory.appending(path: "noonish-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for (name, bytes) in documents { try Data(bytes).write(to: folder.appending(path: "\(name).ics")) }
    let script = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Servers/calendar_judge.py").path
    let said = try await Shell.run(
        "exec \"${NOONISH_TEST_PYTHON:?names a python with Tests/requirements.txt}\" -W ignore '\(script)' '\(folder.path)'"
    )
    return try JSONDecoder().decode([String: Verdict].self, from: Data(said.utf8))
}

extension Date {
    /// As the judges write instants.
    var judged: String { formatted(.iso8601) }
}
