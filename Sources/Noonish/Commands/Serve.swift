import ArgumentParser
import Foundation
import HTTPKit
import Logging
import Metrics

/// `noonish serve`: handles requests and delivers notifications until it is stopped.
struct Serve: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Answer on http.port and deliver news, until Ctrl-C or SIGTERM.",
        discussion: """
            Starts the embedded PostgreSQL unless database.url names another, applies the migrations it lacks, and \
            prints `ready URL` on a line of its own when it answers. To stop, it takes no new connections, ends open \
            requests and streams within http.drain, lets the workers give back what they hold, and stops its \
            PostgreSQL.

            EXAMPLE: noonish serve
                     NOONISH_HTTP_PORT=9000 noonish serve --config /etc/noonish.yaml
            """)

    @OptionGroup var common: CommonOptions
    @Option(help: "What this process does; any number of either may share one database.") var role = Role.all

    enum Role: String, ExpressibleByArgument, CaseIterable, Sendable {
        case all
        case http
        case worker
    }

    func run() async throws { try await Self.run(common, role: role) }

    static func run(_ common: CommonOptions, role: Role) async throws {
        let settings = try await common.settings()
        settings.log.install()
        OpenFileLimit.raise()
        let metrics = MetricsRegistry()
        MetricsSystem.bootstrap(metrics)
        let logger = Logger(label: "noonish")
        let server = try Server(settings, role: role, metrics: metrics, logger: logger)
        try await runUntilSignal(logger) {
            try await withDatabase(settings, logger) { database in
                try await server.run(on: database)
            }
        }
    }
}
