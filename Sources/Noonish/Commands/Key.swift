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
        try await withStoppedService(common) { settings, client in
            let identity = try ServiceIdentity(settings, key: try SecretKeyFile.read(settings))
            try await client.transaction { try await identity.replace(in: $0) }
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
            all processes. Backups keep the key that they were made with.
            """)

    @OptionGroup var common: CommonOptions

    func run() async throws {
        try await withStoppedService(common) { settings, client in
            let former = try SecretKeyFile.read(settings)
            let text = SecretKeyFile.random()
            let key = try SecretKeyFile.key(text, from: "the new key")
            let registered = try ServiceIdentity(settings, key: former)
            let differences = try await registered.differences(in: client)
            guard !differences.contains("secret.key") else {
                throw CommandError(.settings, ServiceIdentity.explanation(of: differences))
            }
            let isSetting = !settings.secret.key.isEmpty
            if !isSetting { try SecretKeyFile.prepare(text, in: settings.data.folder) }
            let count = try await SecretRotation(from: former, to: key, settings: settings).run(in: client)
            if isSetting { print(text) } else { try SecretKeyFile.replace(in: settings.data.folder) }
            FileHandle.standardError.write(
                Data("encrypted \(count) values with the new key; start all processes with it\n".utf8))
        }
    }
}

/// Runs `body` as the owner of the schema, while no other process uses the database.
///
/// - Throws: ``CommandError`` if one does.
private func withStoppedService(
    _ common: CommonOptions,
    _ body: @escaping @Sendable (Settings, PostgresClient) async throws -> Void
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
            guard try await replacement.countOtherClients() == 0 else {
                throw CommandError(.unavailable, "the database has other connections; stop the service first")
            }
            try await withClient(of: database, as: .administrator, logger) { try await body(settings, $0) }
        }
    }
}
