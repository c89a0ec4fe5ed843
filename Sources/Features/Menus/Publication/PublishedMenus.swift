import Caching
import HTTPKit
import JSON
package import Logging
import NIOCore
package import NoonishAPI
package import Postgres
import Synchronization

/// Reads the newest published menus, and keeps those that were read lately: a version never changes, so a menu is read
/// again only after a publication.
package final class PublishedMenus: Sendable {
    private struct Entry {
        let tag: String
        /// `nil` for a version that this program cannot read.
        let menu: PublishedMenu?
        /// Counts the reads, to find the menu that has not been read for longest.
        var readAt: Int
    }

    private struct RecentTag {
        let tag: EntityTag
        let readAt: ContinuousClock.Instant
    }

    private struct State {
        var entries: [RestaurantID: Entry] = [:]
        var reads = 0
    }

    private let state = Mutex(State())
    private let recentTags = BoundedCache<RestaurantID, RecentTag>("menu_tags", bytes: 1_000_000)
    private let logger: Logger

    package init(logger: Logger = Logger(label: "menus")) { self.logger = logger }

    /// Returns the newest menu of a restaurant; `nil` if it has none, or one that this program cannot read, which is logged
    /// once.
    package func newest(
        of restaurant: RestaurantID, from database: any Database
    ) async throws(PostgresError) -> PublishedMenu? {
        let entry = state.withLock { state in
            state.reads += 1
            state.entries[restaurant]?.readAt = state.reads
            return state.entries[restaurant]
        }
        let known = entry.map { [$0.tag] } ?? []
        guard let row = try await database.first(.menuVersion(of: restaurant, number: nil, known: known))
        else { return nil }
        guard let body = row.body else { return entry?.menu }
        let menu = decode(body, row.number, of: restaurant)
        state.withLock { state in
            state.entries[restaurant] = Entry(
                tag: row.tag.unquoted, menu: menu, readAt: state.reads)
            guard state.entries.count > MenuLimits.menusInMemory else { return }
            let oldest = state.entries.min { $0.value.readAt < $1.value.readAt }
            if let oldest { state.entries[oldest.key] = nil }
        }
        return menu
    }

    /// Returns a version of a restaurant's menu; `nil` if there is none, or one that this program cannot read. It is not kept.
    package func version(
        _ number: Int, of restaurant: RestaurantID, from database: any Database
    ) async throws(PostgresError) -> PublishedMenu? {
        let row = try await database.first(.menuVersion(of: restaurant, number: number, known: []))
        return row?.body.flatMap { decode($0, number, of: restaurant) }
    }

    /// Returns the tag of a restaurant's newest menu if it was read within ``MenuLimits/newestTagLifetime``. A publication
    /// since then is not known here.
    func recentTag(of restaurant: RestaurantID) -> EntityTag? {
        guard let recent = recentTags[restaurant],
            recent.readAt.duration(to: .now) < MenuLimits.newestTagLifetime
        else { return nil }
        return recent.tag
    }

    /// Remembers that a restaurant's newest menu has this tag now.
    func remember(_ tag: EntityTag, of restaurant: RestaurantID) {
        recentTags.insert(RecentTag(tag: tag, readAt: .now), for: restaurant, size: 200)
    }

    private func decode(_ body: [UInt8], _ version: Int, of restaurant: RestaurantID) -> PublishedMenu? {
        do throws(MenuFaults) {
            guard let text = Gzip.decompress(ByteBuffer(bytes: body)) else {
                throw MenuFaults("", "unreadable", "The stored menu cannot be decompressed.")
            }
            let menu = try MenuReader.read(published: MenuReader.parse(text))
            return PublishedMenu(restaurant: restaurant, version: version, menu: menu)
        } catch {
            logger.error(
                "a published menu cannot be read",
                metadata: [
                    "restaurant": "\(restaurant)", "version": "\(version)", "reason": "\(error)",
                ])
            return nil
        }
    }
}
