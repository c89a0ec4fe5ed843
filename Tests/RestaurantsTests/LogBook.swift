import Logging
import Synchronization

/// What was said in a log, a line each, with what was said about it.
final class LogBook: Sendable {
    private let said = Mutex<[String]>([])

    var lines: [String] { said.withLock { $0 } }

    var logger: Logger {
        var logger = Logger(label: "test") { _ in Handler(book: self) }
        logger.logLevel = .debug
        return logger
    }

    private struct Handler: LogHandler {
        let book: LogBook
        var metadata: Logger.Metadata = [:]
        var logLevel = Logger.Level.debug

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            let facts = (event.metadata ?? [:]).map { "\($0)=\($1)" }.sorted().joined(separator: " ")
            book.said.withLock { $0.append("\(event.message) \(facts)") }
        }
    }
}
