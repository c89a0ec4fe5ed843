import Crypto
import Foundation
import HTTPKit
import JSON
import NIOCore
package import NoonishAPI
package import Postgres

/// Stores drafts of menus and publishes them.
///
/// Both can be repeated: a draft that is stored again changes nothing, and a restaurant whose menu is as it was
/// published keeps its version.
package struct MenuEdits: Sendable {
    /// What an edit changed.
    package struct Outcome: Hashable, Sendable {
        package var isNew = false
        package var draftChanged = false
        /// The restaurants that share the menu.
        package var branches = 0
        package var items = 0
        /// The restaurants with a new version.
        package var published = 0
    }

    let transaction: Transaction

    package init(in transaction: Transaction) { self.transaction = transaction }

    /// Stores the draft of the menu that `restaurants` share, and creates the menu if they have none.
    ///
    /// - Parameters:
    ///   - restaurants: They are added to those that share the menu already.
    ///   - publishes: Whether to publish the draft for all restaurants that share it.
    ///   - read: Returns the menu, given the restaurants that share it.
    /// - Throws: ``MenuImportFault``, `PostgresError`, or what `read` throws.
    package func store(
        for restaurants: [RestaurantID], publishes: Bool,
        _ read: (Set<RestaurantID>) throws -> RestaurantMenu
    ) async throws -> Outcome {
        try await transaction.execute(.lockMenus)
        let menus = try await transaction.all(.menus(of: restaurants))
        guard menus.count <= 1 else { throw MenuImportFault.differentMenus }
        let id = menus.first ?? UUID.v7()
        let branches = Set(try await transaction.all(.branches(of: id))).union(restaurants)
        let menu = try read(branches)

        var outcome = Outcome(
            isNew: menus.isEmpty, branches: branches.count,
            items: menu.sections.map(\.items.count).reduce(0, +))
        outcome.draftChanged =
            try await transaction.execute(.storeDraft(String(buffer: menu.canonicalText), of: id)) > 0
        try await transaction.execute(.addBranches(branches.sorted(), to: id))
        guard publishes else { return outcome }
        for newest in try await transaction.all(.newestVersions(of: id)) {
            let resolved = menu.resolved(for: newest.restaurant)
            let hash = Array(SHA256.hash(data: Data(resolved.canonicalText.readableBytesView)))
            guard hash != newest.sha256 else { continue }
            let published = PublishedMenu(
                restaurant: newest.restaurant, version: newest.number + 1, menu: resolved)
            try await transaction.execute(.publish(published, of: id, sha256: hash))
            try await transaction.execute(.storeDishes(of: published))
            outcome.published += 1
        }
        try await transaction.execute(
            .removePictures(of: id, except: menu.sections.flatMap { $0.items.map(\.key) }))
        return outcome
    }
}
