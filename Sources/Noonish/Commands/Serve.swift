import ArgumentParser
import Foundation
import HTTPKit
import Jobs
import Logging
import Metrics

/// `noonish serve`: handles requests and delivers notifications until it is stopped.
struct Serve: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Serve HTTP on http.port and deliver notifications, until Ctrl-C or SIGTERM.",
        discussion: """
            Starts the embedded PostgreSQL unless database.url is set, applies pending migrations, and prints `ready URL` \
            on a line of its own once it accepts requests. On shutdown it accepts no new connections, ends open requests \
            and streams within http.drain, lets the workers release what they have claimed, and stops the embedded \
            PostgreSQL.

            EXAMPLE: noonish serve
                     NOONISH_HTTP_PORT=9000 noonish serve --config /etc/noonish.yaml
            """)

    @OptionGroup var common: CommonOptions
    @Option(help: "The work of this process. Processes may share a database.") var role = Role.all

    enum Role: String, ExpressibleByArgument, CaseIterable, Sendable {
        case all
        case http
        case worker

        /// The role as processes report it to each other.
        var process: ProcessRegistry.Role {
            switch self {
            case .all: .all
            case .http: .http
            case .worker: .worker
            }
        }
    }

    func run() async throws { try await Self.run(common, role: role) }

    static func run(_ common: CommonOptions, role: Role) async throws {
        let settings = try await common.settings()
        settings.log.install()
        OpenFileLimit.raise()
        let metrics = MetricsRegistry(prefix: "noonish_")
        MetricsSystem.bootstrap(metrics)
        let logger = Logger(label: "noonish")
        BackupFile.removeUnpacked(in: settings.data.folder)
        let server = try Server(settings, role: role, metrics: metrics, logger: logger)
        try await runUntilSignal(logger) {
            try await withDatabase(settings, logger) { database in
                try await server.run(on: database)
            }
        }
    }
}
