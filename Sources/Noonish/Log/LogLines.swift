import Foundation
import JSON
import Logging
import NIOCore

/// Writes log events to standard error, a line each, without secrets. Standard output is for answers.
struct LogLines: LogHandler {
    let label: String
    let format: Settings.Log.Format
    var logLevel: Logger.Level
    var metadata: Logger.Metadata = [:]

    init(label: String, format: Settings.Log.Format, level: Logger.Level) {
        self.label = label
        self.format = format
        self.logLevel = level
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        var details = metadata.merging(event.metadata ?? [:]) { _, new in new }
        if let error = event.error { details["error"] = "\(String(reflecting: error))" }
        var line = line(at: Date(), event.level, "\(event.message)", details)
        // One write a line: lines of several threads do not mix. What cannot be written is lost; there is nobody to tell.
        line.withUTF8 { _ = write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }

    func line(
        at time: Date, _ level: Logger.Level, _ message: String, _ details: Logger.Metadata
    ) -> String {
        let details = details.map { ($0.key, Redaction.apply("\($0.value)")) }.sorted { $0.0 < $1.0 }
        let time = time.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
        let message = Redaction.apply(message)
        switch format {
        case .json:
            var writer = JSONWriter(capacity: 512)
            writer.object {
                $0.field("time", time)
                $0.field("level", level.rawValue)
                $0.field("from", label)
                $0.field("message", message)
                for (key, value) in details { $0.field(named: key, value) }
            }
            return String(buffer: writer.finish()) + "\n"
        case .text:
            let rest = details.map { " \($0.0)=\(Self.onOneLine($0.1))" }.joined()
            let level = level.rawValue.padding(toLength: 8, withPad: " ", startingAt: 0)
            return "\(time) \(level) \(Self.onOneLine(message))\(rest)\n"
        }
    }

    /// Nobody can forge a second line by a name with a line feed in it.
    private static func onOneLine(_ text: String) -> String {
        guard text.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) else { return text }
        return String(
            text.unicodeScalars.map { scalar in
                scalar.value < 0x20 || scalar.value == 0x7F ? " " : Character(scalar)
            })
    }
}

extension Settings.Log {
    /// Makes all loggers of the program write as the operator wants it. Once, at start.
    func install() {
        LoggingSystem.bootstrap { LogLines(label: $0, format: format, level: level) }
    }
}
