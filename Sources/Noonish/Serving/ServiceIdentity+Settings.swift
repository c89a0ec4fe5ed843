import Access
import Logging
import Postgres
import WebPush

extension ServiceIdentity {
    init(_ settings: Settings, key: SecretKey) throws {
        self.init(
            key: key, pushKey: try NotificationChannels.identity(settings).publicKey,
            publicURL: settings.database.url.isEmpty ? nil : settings.http.publicURL)
    }

    /// Checks that this process belongs to the others of its database; the first one decides.
    ///
    /// - Throws: ``CommandError`` with the settings that differ.
    static func require(_ settings: Settings, in database: DatabaseAccess, _ logger: Logger) async throws {
        let identity = try ServiceIdentity(settings, key: try SecretKeyFile.read(settings))
        let differences = try await withClient(of: database, as: .app, logger) {
            try await identity.differences(in: $0)
        }
        guard differences.isEmpty else { throw CommandError(.settings, Self.explanation(of: differences)) }
    }

    static func explanation(of differences: [String]) -> String {
        """
        \(differences.joined(separator: ", ")): not what the other processes of this database have, so links and \
        subscriptions would be void at some of them; use the same, or see noonish key --help
        """
    }
}
