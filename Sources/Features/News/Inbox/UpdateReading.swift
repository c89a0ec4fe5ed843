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

    /// Reads updates of `person` after `seq`, oldest first.
    ///
    /// - Parameter languages: The `Accept-Language` of a person who chose no language.
    func updates(
        of person: PersonID, after seq: Int, outing: OutingID? = nil, languages: String? = nil, limit: Int
    ) async throws -> [Update] {
        let ask = InboxRequest(person: person, after: seq, outing: outing, languages: languages)
        return try await updates([ask], limit: limit)[0]
    }

    /// Reads the updates of each request, oldest first and at most `limit` each.
    package func updates(_ asks: [InboxRequest], limit: Int) async throws -> [[Update]] {
        let rows = try await database.all(.inboxes(asks, limit: limit))
        let stored = rows.map { StoredChanges($0.changes, kinds: kinds) }
        let names = try await names(of: Set(stored.flatMap(\.people)))
        let texts = try await texts(of: Set(stored.flatMap { $0.changes.flatMap(\.kind.messages) }))
        var updates = [[Update]](repeating: [], count: asks.count)
        for (row, stored) in zip(rows, stored) {
            let index = row.ask - 1
            updates[index].append(update(row, stored, for: asks[index], names: names, texts: texts))
        }
        return updates
    }

    private func update(
        _ row: InboxRow, _ stored: StoredChanges, for ask: InboxRequest, names: [PersonID: String],
        texts: [OutingMessageID: String]
    ) -> Update {
        let language = catalogue.language(of: row.locale, asked: ask.languages)
        let words = SentenceContext(
            language: language, reader: ask.person, inviter: row.inviterName,
            names: names, texts: texts, now: row.at, zone: TimeZone(identifier: row.zone) ?? .gmt,
            readerZone: row.readerZone.flatMap { TimeZone(identifier: $0) })
        let isSnapshot = row.toRev - row.fromRev > NewsLimits.revisionsFolded
        return Update(
            seq: row.seq, at: row.at, outing: OutingReference(id: row.outing, title: row.title),
            fromRevision: row.fromRev, toRevision: row.toRev,
            changes: stored.members.map { $0.wire(names: names, somebody: words.unknownName) },
            text: words.sentence(
                stored.changes, isSnapshot: isSnapshot && !stored.isAboutOneself(ask.person)),
            read: row.isRead)
    }
}

extension UpdateReading {
    /// Reads the names of people. People who no longer exist are left out.
    package func names(of people: some Collection<PersonID>) async throws -> [PersonID: String] {
        guard !people.isEmpty else { return [:] }
        let rows = try await database.all(.people(Array(people)))
        return Dictionary(rows.map { ($0.id, $0.name) }, uniquingKeysWith: { first, _ in first })
    }

    /// Reads the text of messages. Deleted messages are left out.
    package func texts(of messages: some Collection<OutingMessageID>) async throws -> [OutingMessageID:
        String]
    {
        guard !messages.isEmpty else { return [:] }
        let rows = try await database.all(.texts(of: Array(messages)))
        return Dictionary(rows.map { ($0.id, $0.text) }, uniquingKeysWith: { first, _ in first })
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

        package func wire(names: [PersonID: String], somebody: String) -> UpdateChange {
            UpdateChange(
                kind: members.name, person: person.map { Person(id: $0, name: names[$0] ?? somebody) },
                previous: members.previous, current: members.current)
        }
    }

    /// All changes, including kinds that this program does not know.
    package let members: [Member]
    let changes: [Change]

    /// Parses the changes of an inbox row.
    package init(_ text: String, kinds: ChangeRegistry) {
        let elements = Self.elements(text)
        members = elements.compactMap { Member($0) }
        changes = elements.compactMap { kinds.change($0) }
    }

    /// Creates a value from changes, as if they had been stored and read back.
    package init(_ changes: [Change]) {
        members = Self.elements(jsonText(changes)).compactMap { Member($0) }
        self.changes = changes
    }

    private static func elements(_ text: String) -> [JSONValue] {
        guard case .array(let elements)? = try? JSONValue(parsing: text) else { return [] }
        return elements
    }

    var people: [PersonID] { members.compactMap(\.person) + changes.flatMap(\.kind.people) }

    /// Returns whether the update is an invitation or a farewell to the reader, which is never a snapshot.
    func isAboutOneself(_ reader: PersonID) -> Bool {
        changes.contains { $0.kind.membership?.person == reader }
    }
}
