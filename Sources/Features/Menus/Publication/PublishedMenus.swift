import HTTPKit
import JSON
import NIOCore
package import NoonishAPI
package import Postgres
import Synchronization

/// Reads the newest published menus, and keeps those that were read lately: a version never changes, so a menu is read
/// again only after a publication.
package final class PublishedMenus: Sendable {
    private struct Entry {
        let tag: String
        let menu: PublishedMenu
        /// Counts the reads, to find the menu that has not been read for longest.
        var readAt: Int
    }

    private struct State {
        var entries: [RestaurantID: Entry] = [:]
        var reads = 0
    }

    private let state = Mutex(State())

    package init() {}

    /// Returns the newest menu of a restaurant; `nil` if it has none.
    ///
    /// - Throws: `PostgresError`, or ``MenuFaults`` for a version that this program cannot read.
    package func newest(
        of restaurant: RestaurantID, from database: any Database
    ) async throws -> PublishedMenu? {
        let entry = state.withLock { state in
            state.reads += 1
            state.entries[restaurant]?.readAt = state.reads
            return state.entries[restaurant]
        }
        let known = entry.map { [$0.tag] } ?? []
        guard let row = try await database.first(.menuVersion(of: restaurant, number: nil, known: known))
        else { return nil }
        guard let body = row.body else { return entry?.menu }
        guard let text = Gzip.decompress(ByteBuffer(bytes: body)) else {
            throw MenuFaults("", "unreadable", "The stored menu cannot be decompressed.")
        }
        let menu = PublishedMenu(
            restaurant: restaurant, version: row.number,
            menu: try MenuReader.read(MenuReader.parse(text).unpublished, branches: []))
        state.withLock { state in
            state.entries[restaurant] = Entry(
                tag: "\(row.tag.version).\(row.tag.hash)", menu: menu, readAt: state.reads)
            guard state.entries.count > MenuLimits.menusInMemory else { return }
            let oldest = state.entries.min { $0.value.readAt < $1.value.readAt }
            if let oldest { state.entries[oldest.key] = nil }
        }
        return menu
    }
}
