import Accounts
import Foundation
import Initializers
import JSON
package import Journal
package import Localization
import Messages
package import NoonishAPI
import Outings
package import Postgres

/// Reads inboxes: the rows, the names that their texts need, and the texts.
@MemberwiseInit
package struct UpdateReading: Sendable {
    let database: any Database
    let catalogue: Catalogue
    let kinds: ChangeRegistry

    /// Returns a page of updates, oldest first.
    ///
    /// - Parameters:
    ///   - rows: The rows, with one more than the page size if there is another page.
    ///   - isFolded: Whether the updates of one outing become one; see ``StoredUpdate``.
    func page(
        of rows: [InboxRow], for ask: InboxRequest, limit: Int, isFolded: Bool
    ) async throws -> Page<Update> {
        let stored = stored(rows)
        let updates = Array(stored.prefix(limit))
        let next = stored.count > limit ? updates.last.map { String($0.row.seq) } : nil
        let items = try await worded(isFolded ? updates.folded(for: ask.person) : updates, for: [ask])
        return Page(items: items.map(\.update), next: next)
    }

    /// Reads the updates of each request, oldest first and at most `limit` each.
    package func updates(_ asks: [InboxRequest], limit: Int) async throws -> [[Update]] {
        var updates = [[Update]](repeating: [], count: asks.count)
        let rows = try await database.all(.inboxes(asks, limit: limit))
        for (ask, update) in try await worded(stored(rows), for: asks) {
            updates[ask].append(update)
        }
        return updates
    }

    private func stored(_ rows: [InboxRow]) -> [StoredUpdate] {
        rows.map { StoredUpdate(row: $0, changes: StoredChanges($0.changes, kinds: kinds)) }
    }

    /// Words updates with the names and texts that they need. Returns each with the index of its request.
    private func worded(
        _ stored: [StoredUpdate], for asks: [InboxRequest]
    ) async throws -> [(ask: Int, update: Update)] {
        let names = try await names(
            of: Set(stored.flatMap(\.changes.people)), in: Set(stored.map(\.row.outing)))
        let texts = try await texts(
            of: stored.map { ($0.row.outing, $0.changes.changes.flatMap(\.kind.quotations)) })
        return stored.map { each in
            let index = each.row.ask - 1
            return (index, update(each, for: asks[index], names: names, texts: texts))
        }
    }

    private func update(
        _ update: StoredUpdate, for ask: InboxRequest, names: ListedNames, texts: QuotedTexts
    ) -> Update {
        let row = update.row
        let names = names.names(in: row.outing, for: ask.person, isHost: row.isHost)
        let stored = update.changes
        let language = catalogue.language(of: row.locale, asked: ask.languages)
        let words = SentenceContext(
            language: language, reader: ask.person, inviter: row.inviterName,
            names: names, actors: stored.actors, texts: texts.texts(in: row.outing, isHost: row.isHost),
            now: row.at,
            zone: TimeZone(identifier: row.zone) ?? .gmt,
            readerZone: row.readerZone.flatMap { TimeZone(identifier: $0) })
        let isSnapshot = row.toRev - row.fromRev > NewsLimits.revisionsFolded
        return Update(
            seq: row.seq, at: row.at, outing: OutingReference(id: row.outing, title: row.title),
            fromRevision: row.fromRev, toRevision: row.toRev,
            changes: stored.members.map { $0.wire(names: names, unknownName: words.unknownName) },
            text: words.sentence(
                stored.changes, isSnapshot: isSnapshot && !stored.isAboutOneself(ask.person)),
            read: row.isRead)
    }
}

extension UpdateReading {
    /// Reads the names of people. People who no longer exist are left out.
    package func names(
        of people: some Collection<PersonID>, in outings: some Collection<OutingID>
    ) async throws -> ListedNames {
        guard !people.isEmpty else { return ListedNames() }
        let rows = try await database.all(.people(Array(people)))
        let names = Dictionary(rows.map { ($0.id, $0.name) }, uniquingKeysWith: { first, _ in first })
        return ListedNames(
            names: names, unnamed: try await database.unnamedGuests(among: names, of: outings))
    }
}

/// The changes of an update, as stored in an inbox.
package struct StoredChanges: Sendable {
    package struct Member: Sendable {
        private let members: ChangeMembers

        var person: PersonID? { members.person }

        init?(_ value: JSONValue) {
            guard let members = ChangeMembers(value) else { return nil }
            self.members = members
        }

        package func wire(names: [PersonID: String], unknownName: String) -> UpdateChange {
            UpdateChange(
                kind: members.name, person: person.map { Person(id: $0, name: names[$0] ?? unknownName) },
                previous: members.previous, current: members.current)
        }
    }

    /// All changes, including kinds that this program does not know.
    package let members: [Member]
    let changes: [Change]
    /// The authors of changes that are stored with their author.
    let actors: [ChangeSubject: PersonID]

    /// Parses the changes of an inbox row.
    package init(_ text: String, kinds: ChangeRegistry) {
        let elements = Self.elements(text)
        members = elements.compactMap { Member($0) }
        changes = elements.compactMap { kinds.change($0) }
        var actors: [ChangeSubject: PersonID] = [:]
        for element in elements {
            guard let actor = ChangeMembers(element)?.actor, let change = kinds.change(element) else {
                continue
            }
            actors[change.subject] = actor
        }
        self.actors = actors
    }

    /// Creates a value from changes, as if they had been stored and read back.
    package init(_ changes: [Change], actors: [ChangeSubject: PersonID] = [:]) {
        members = Self.elements(jsonText(changes)).compactMap { Member($0) }
        self.changes = changes
        self.actors = actors
    }

    private static func elements(_ text: String) -> [JSONValue] {
        guard case .array(let elements)? = try? JSONValue(parsing: text) else { return [] }
        return elements
    }

    var people: [PersonID] {
        members.compactMap(\.person) + changes.flatMap(\.kind.people) + actors.values
    }

    /// Returns whether the update is an invitation or a farewell to the reader, which is never a snapshot.
    func isAboutOneself(_ reader: PersonID) -> Bool {
        changes.contains { $0.kind.membership?.person == reader }
    }
}
