import Foundation
import JSON
import Logging
import NIOCore
import Traces

/// Writes log events to standard error, one line each, without secrets. Standard output is reserved for
/// results.
struct LineLogHandler: LogHandler {
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
        // One write per line, so that lines of several threads do not mix. Errors are ignored because there
        // is nowhere to report them.
        line.withUTF8 { _ = write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }

    func line(
        at time: Date, _ level: Logger.Level, _ message: String, _ details: Logger.Metadata
    ) -> String {
        var details = details
        // Loggers that do not belong to a request or a job know no trace.
        if let trace = Trace.current, details["request"] != "\(trace.id)" { details["trace"] = "\(trace.id)" }
        let sorted = details.map { ($0.key, Redaction.apply("\($0.value)")) }.sorted { $0.0 < $1.0 }
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
                for (key, value) in sorted { $0.field(named: key, value) }
            }
            return String(buffer: writer.finish()) + "\n"
        case .text:
            let rest = sorted.map { " \($0.0)=\(Self.onOneLine($0.1))" }.joined()
            let level = level.rawValue.padding(toLength: 8, withPad: " ", startingAt: 0)
            return "\(time) \(level) \(Self.onOneLine(message))\(rest)\n"
        }
    }

    /// Replaces control characters, so that a value with a line feed cannot forge a second log line.
    private static func onOneLine(_ text: String) -> String {
        guard text.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) else { return text }
        return String(
            text.unicodeScalars.map { scalar in
                scalar.value < 0x20 || scalar.value == 0x7F ? " " : Character(scalar)
            })
    }
}

extension Settings.Log {
    /// Configures all loggers of the program. Call once, at start.
    func install() {
        LoggingSystem.bootstrap { LineLogHandler(label: $0, format: format, level: level) }
    }
}
