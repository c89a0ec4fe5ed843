package import Access
import HTTPKit
import HTTPTypes
import Hummingbird
import Initializers
import JSON
import Money
import NIOCore
import NoonishAPI
import OpenAPI
package import Postgres
import Venues

/// The menu of a venue as its owners edit it. Restaurants that share a menu can be edited by those who own all of them.
@MemberwiseInit
package struct MenuDraftRoutes: RouteGroup {
    let database: PostgresClient

    package static let definitions: [RouteDefinition<Self>] = [
        RouteDefinition(
            .readMenuDraft, .editVenueMenu, scope: .member, "Read the draft of a venue's menu",
            answers: [.ok(.menuDraft, "The draft", isTagged: true)], problems: [.forbidden], handler: read),
        RouteDefinition(
            .storeMenuDraft, .editVenueMenu, scope: .member, bodyLimit: MenuLimits.bytes,
            "Store the draft of a venue's menu",
            """
            One document, as it will be published. JSON-LD of schema.org, the JSON of Open Menu and CSV are read too. A draft with a \
            fault changes nothing: the response names the first hundred faults, and how many there are. `If-Match` has the tag of \
            the draft that the document replaces; `"0"` means that there is none yet.
            """,
            parameters: [
                .query("currency", .string("EUR"), "For files that do not state it."),
                .query("language", .string("fi"), "For files that do not state it."),
            ],
            body: .json(.restaurantMenu), answers: [.json(200, .menuDraft, "The draft", [.eTag])],
            problems: [
                .forbidden, .of(MenuProblems.shared),
                .of(
                    Problem.preconditionFailed(
                        tag: EntityTag(version: 2, hash: "5b1f0a9c2d3e4f5061728394")),
                    .field("current", .menuDraft)),
                .of(
                    MenuProblems.faults(MenuFaults("", "unreadable", "See errors.")),
                    .field("faults", .integer(1...Int.max, 1))),
            ], needsVersion: true, handler: store),
        RouteDefinition(
            .publishMenu, .editVenueMenu, scope: .member, "Publish the draft of a venue's menu",
            "Each restaurant that shares it gets a version of its own.",
            body: .json(.object(), isRequired: false),
            answers: [.json(201, .menuPublication, "The venue's new version", [])],
            problems: [
                .forbidden, .of(VenueProblems.provisional), .of(MenuProblems.shared),
                .of(MenuProblems.nothingChanged),
                .of(
                    MenuProblems.faults(MenuFaults("", "unreadable", "See errors.")),
                    .field("faults", .integer(1...Int.max, 1))),
            ], handler: publish),
    ]

    func read(_ call: Call) async throws -> Response {
        let id: RestaurantID = try call.id("id")
        _ = try await VenueEdits.authorize(call.actor, .editVenueMenu, on: id, in: database)
        guard let row = try await database.first(.draft(of: id)) else { throw Problem.notFound }
        return .json(.ok, try draft(row), etag: .version(row.version))
    }

    func store(_ call: Call) async throws -> Response {
        var query = call.query
        let currency = query.optional("currency", .currency)
        let language = query.optional("language", .languageTag)
        try query.finish()
        let id: RestaurantID = try call.id("id")
        _ = try await VenueEdits.authorize(call.actor, .editVenueMenu, on: id, in: database)
        let match = try call.ifMatch
        let text = call.bodyBytes
        let defaults = MenuImportDefaults(
            language: language, currency: currency?.code, pricesIncludeTax: true)
        return try await call.write(database) { transaction in
            _ = try await VenueEdits.lock(id, call.actor, .editVenueMenu, in: transaction)
            let branches = try await Self.requireAllBranches(of: id, call.actor, in: transaction)
            // No other edit of a menu runs until the commit.
            try await transaction.execute(.lockMenus)
            let known = try await transaction.first(.draft(of: id))
            try check(match, against: known)
            let outcome = try await MenuProblems.reporting {
                try await MenuEdits(in: transaction).store(for: branches, publishes: false) { branches in
                    try MenuImportFile(text, format: nil, defaults: defaults).read(branches: branches).menu
                }
            }
            if outcome.draftChanged {
                try await transaction.execute(.append(.menuDrafted, to: id, by: call.actor.person))
            }
            let row = try await transaction.one(.draft(of: id))
            return .json(.ok, try draft(row), etag: .version(row.version))
        }
    }

    /// - Throws: 412 with the draft as it is, if it is not the one that the caller knows.
    private func check(_ match: TagCondition, against row: MenuDraftRow?) throws {
        guard let row, !match.permits(version: row.version) else { return }
        throw Problem.stale(try draft(row), version: row.version)
    }

    func publish(_ call: Call) async throws -> Response {
        let id: RestaurantID = try call.id("id")
        try await call.requireEmptyBody()
        return try await call.write(database) { transaction in
            try await VenueEdits.lockVerified(id, call.actor, .editVenueMenu, in: transaction)
            let branches = try await Self.requireAllBranches(of: id, call.actor, in: transaction)
            // An import locks menus only.
            try await transaction.execute(.lockMenus)
            guard let old = try await transaction.first(.draft(of: id)) else { throw Problem.notFound }
            let outcome = try await MenuProblems.reporting {
                try await MenuEdits(in: transaction).store(for: branches, publishes: true) { branches in
                    try MenuReader.read(text: ByteBuffer(string: old.draft), branches: branches)
                }
            }
            guard outcome.published > 0 else { throw MenuProblems.nothingChanged }
            let person = try call.person.description
            let bytes: Int = try await transaction.one(.bytesPublishedNow(for: branches))
            let kilobytes = (bytes + 999) / 1_000
            guard try await Self.publications.take(kilobytes, by: person, in: transaction) else {
                throw try await Self.publications.problem(of: person, for: kilobytes, in: transaction)
            }
            let new = try await transaction.one(.draft(of: id))
            for branch in branches {
                try await transaction.execute(
                    .append(.menuPublished, to: branch, by: call.actor.person))
            }
            return .json(.created, MenuPublication(version: new.published, restaurants: outcome.published))
        }
    }

    /// The kilobytes that a person publishes.
    private static let publications = DurableLimit(
        "published_menu_kilobytes", most: MenuLimits.publishedKilobytesPerDay, window: .seconds(24 * 3_600))

    /// Returns the restaurants that share the menu.
    ///
    /// - Throws: 409 `menu_shared` if the caller does not own a verified venue at each of them.
    static func requireAllBranches(
        of id: RestaurantID, _ actor: Actor, in transaction: Transaction
    ) async throws -> [RestaurantID] {
        let branches = try await transaction.first(.draft(of: id))?.branches ?? [id]
        for branch in branches.sorted() where branch != id {
            do {
                try await VenueEdits.lockVerified(branch, actor, .editVenueMenu, in: transaction)
            } catch is Denial {
                throw MenuProblems.shared
            }
        }
        return branches
    }

    private func draft(_ row: MenuDraftRow) throws -> MenuDraft {
        MenuDraft(
            menu: try MenuReader.read(
                text: ByteBuffer(string: row.draft), branches: Set(row.branches)),
            restaurants: row.branches, publishedVersion: row.published == 0 ? nil : row.published)
    }
}
