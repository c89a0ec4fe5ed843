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
        abstract: "News that could not be delivered.",
        subcommands: [DeadLetterListing.self, DeadLetterRetry.self])
}

/// `noonish push dead`: lists dead letters with their errors.
struct DeadLetterListing: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "dead",
        abstract: "List what was set aside after its last attempt, the newest first.",
        discussion: """
            Whoever is on this list was not told of the newest changes of one outing by one channel. What comes later is \
            tried again by itself; `noonish push retry` tries what is here.
            """)

    @OptionGroup var common: CommonOptions
    @Option(help: "Only this channel: inbox, mail, web_push, apple_push or webhook.") var channel:
        News.Channel?
    @Flag(help: "One JSON object a line.") var json = false

    func run() async throws {
        try await withDeadLetters(common) { [channel, json] deadLetters in
            let dead = try await deadLetters.list(on: channel)
            for push in dead { print(json ? push.json : push.line) }
            if dead.isEmpty, !json { print("nothing was set aside") }
        }
    }
}

/// `noonish push retry`: retries dead letters.
struct DeadLetterRetry: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "retry",
        abstract: "Try again what was set aside.",
        discussion:
            "A running worker takes it up within a second. No notification is repeated; each is generated again."
    )

    @OptionGroup var common: CommonOptions
    @Argument(help: "Watches, as `noonish push dead` lists them.") var watches: [String] = []
    @Flag(help: "All of them.") var all = false
    @Option(help: "Only this channel.") var channel: News.Channel?
    @Flag(help: "Answer with a JSON object.") var json = false

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
            print(json ? "{\"retried\":\(count)}" : "\(count) tried again")
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
