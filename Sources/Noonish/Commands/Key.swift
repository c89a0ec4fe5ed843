import Access
import ArgumentParser
import Foundation
import Logging
import Postgres

/// `noonish key …`: manages the keys that all processes of a service share.
struct Key: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Manage the keys and the address that all processes share.",
        discussion: """
            The first process registers the fingerprint of its secret.key, its public webPush.key and, with database.url, \
            its http.publicURL in the database. Processes with others do not start.
            """,
        subcommands: [KeyRotation.self, KeyAcceptance.self])
}

/// `noonish key accept`: registers the keys and the address of the settings.
struct KeyAcceptance: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "accept",
        abstract: "Make the keys and the address of these settings those of the service.",
        discussion: """
            For a service that moves to another address, or whose key is lost. With another secret.key, links, calendar \
            feeds and stored secrets are void; `noonish key rotate` keeps the secrets. With another webPush.key, browsers \
            must subscribe again. Stop all processes first, and start them with the same settings.
            """)

    @OptionGroup var common: CommonOptions

    func run() async throws {
        try await withStoppedService(common) { settings, service in
            let identity = try ServiceIdentity(settings, key: try SecretKeyFile.read(settings))
            try await service.change { try await identity.replace(in: $0) }
            print("the keys and the address of these settings are those of the service")
        }
    }
}

/// `noonish key rotate`: replaces the secret key.
struct KeyRotation: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rotate",
        abstract: "Replace secret.key by a new one.",
        discussion: """
            Stop all processes first. Everything in the database that is encrypted with the key is encrypted with the new \
            one, in one transaction. Personal links, calendar feeds, unsubscribe links and codes in circulation become void. \
            A key in the data folder is replaced there. If the key is a setting, the new one is printed, for the settings of \
            all processes: before anything is changed, so that it cannot be lost, and it is void unless the command \
            succeeds. Backups keep the key that they were made with.
            """)

    @OptionGroup var common: CommonOptions

    func run() async throws {
        try await withStoppedService(common) { settings, service in
            let former = try SecretKeyFile.read(settings)
            let text = SecretKeyFile.random()
            let key = try SecretKeyFile.key(text, from: "the new key")
            let rotation = SecretRotation(from: former, to: key, settings: settings)
            let isSetting = !settings.secret.key.isEmpty
            if isSetting {
                Self.report("the new key is void unless this command reports success")
                FileHandle.standardOutput.write(Data((text + "\n").utf8))
            } else {
                try SecretKeyFile.prepare(text, in: settings.data.folder)
            }
            let count = try await service.change { try await rotation.run(in: $0) }
            if !isSetting { try SecretKeyFile.replace(in: settings.data.folder) }
            if count.unreadable > 0 {
                Self.report(
                    "\(count.unreadable) values cannot be read with the former key and were left as they are")
            }
            Self.report("encrypted \(count.resealed) values with the new key; start all processes with it")
        }
    }

    private static func report(_ line: String) {
        FileHandle.standardError.write(Data((line + "\n").utf8))
    }
}

/// The database of a service that is stopped.
private struct StoppedService: Sendable {
    let client: PostgresClient

    /// Runs `body` in one transaction, in which no process can start.
    ///
    /// - Throws: ``CommandError`` if one has started meanwhile.
    func change<Value: Sendable>(
        _ body: @escaping @Sendable (Transaction) async throws -> Value
    ) async throws -> Value {
        try await client.transaction { transaction in
            guard try await ServiceIdentity.lock(in: transaction) == 0 else { throw CommandError.isRunning }
            return try await body(transaction)
        }
    }
}

extension CommandError {
    fileprivate static let isRunning = CommandError(
        .unavailable, "the database has other connections; stop the service first")
}

/// Runs `body` as the owner of the schema, while no other process uses the database.
///
/// - Throws: ``CommandError`` if one does.
private func withStoppedService(
    _ common: CommonOptions,
    _ body: @escaping @Sendable (Settings, StoppedService) async throws -> Void
) async throws {
    let settings = try await common.settings()
    settings.log.install()
    try requireData(settings)
    let logger = Logger(label: "noonish")
    try await runCancellingOnSignal(logger) {
        try await withDatabase(settings, logger) { database in
            try await Migration(settings, logger).apply(to: database)
            let configuration = try database.configuration(for: .administrator)
            let replacement = try DatabaseReplacement(of: configuration, logger: logger)
            guard try await replacement.countOtherClients() == 0 else { throw CommandError.isRunning }
            try await withClient(of: database, as: .administrator, logger) {
                try await body(settings, StoppedService(client: $0))
            }
        }
    }
}
