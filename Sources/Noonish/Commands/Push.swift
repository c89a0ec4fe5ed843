import ArgumentParser
import Delivery
import Foundation
import JSON
import Logging
import NIOCore
import News
import NoonishAPI
import Postgres

/// `noonish push …`: manages notifications that could not be delivered.
struct Push: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Manage deliveries that failed.",
        subcommands: [DeadLetterListing.self, DeadLetterRetry.self])
}

/// `noonish push dead`: lists dead letters with their errors.
struct DeadLetterListing: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "dead",
        abstract: "List deliveries whose attempts have all failed, newest first.",
        discussion: """
            Each line is a person who was not notified of the latest changes of one outing on one channel. Later changes \
            are sent as usual. `noonish push retry` retries the listed deliveries.
            """)

    @OptionGroup var common: CommonOptions
    @Option(help: "Only this channel: inbox, mail, web_push, apple_push or webhook.") var channel:
        News.Channel?
    @Flag(help: "Print one JSON object per line.") var json = false

    func run() async throws {
        try await withDeadLetters(common) { [channel, json] deadLetters in
            let dead = try await deadLetters.list(on: channel)
            for push in dead { print(json ? push.json : push.line) }
            if dead.isEmpty, !json { print("no failed deliveries") }
        }
    }
}

/// `noonish push retry`: retries dead letters.
struct DeadLetterRetry: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "retry",
        abstract: "Retry failed deliveries.",
        discussion:
            "A running worker sends them within a second. Each notification is composed anew."
    )

    @OptionGroup var common: CommonOptions
    @Argument(help: "The watches, as listed by `noonish push dead`.") var watches: [String] = []
    @Flag(help: "Retry all.") var all = false
    @Option(help: "Only this channel.") var channel: News.Channel?
    @Flag(help: "Print a JSON object.") var json = false

    func validate() throws {
        guard all != watches.isEmpty else { return }
        throw ValidationError(
            all ? "Specify either watches or --all, not both." : "Specify watches or --all.")
    }

    func run() async throws {
        let ids = try watches.map { text in
            guard let id = WatchID(text) else { throw CommandError(.data, "“\(text)” is not a watch ID") }
            return id
        }
        try await withDeadLetters(common) { [all, channel, json] deadLetters in
            let count = try await deadLetters.retry(all ? nil : ids, on: channel)
            print(json ? "{\"retried\":\(count)}" : "\(count) queued again")
        }
    }
}

extension News.Channel: ExpressibleByArgument {}

extension DeadLetter {
    fileprivate var json: String {
        var writer = JSONWriter(capacity: 512)
        encode(to: &writer)
        return String(buffer: writer.finish())
    }

    fileprivate var line: String {
        "\(diedAt.formatted(.iso8601))  \(channel)  watch \(watch)  outing \(outing)  \(attempts) attempts  \(why)"
    }
}

private func withDeadLetters(
    _ common: CommonOptions, _ body: @escaping @Sendable (DeadLetters) async throws -> Void
) async throws {
    let settings = try await common.settings()
    settings.log.install()
    let logger = Logger(label: "noonish")
    let migration = try Migration(settings, logger)
    try await runCancellingOnSignal(logger) {
        try await withDatabase(settings, logger) { database in
            try await migration.apply(to: database)
            try await withClient(of: database, as: .worker, logger) { client in
                try await body(DeadLetters(client))
            }
        }
    }
}
