import Accounts
import Foundation
internal import JSON
package import Localization
import Messages
package import NoonishAPI
internal import Outings
package import Postgres

/// Reads inboxes: rows, the names that their words need, and the words.
package struct UpdateReading: Sendable {
    let database: any Database
    let catalogue: Catalogue

    package init(database: any Database, catalogue: Catalogue) {
        self.database = database
        self.catalogue = catalogue
    }

    /// Updates of `person` after `seq`, oldest first.
    ///
    /// - Parameter languages: The `Accept-Language` of a person who chose no language.
    func updates(
        of person: PersonID, after seq: Int, outing: OutingID? = nil, languages: String? = nil, limit: Int
    ) async throws -> [Update] {
        let ask = InboxAsk(person: person, after: seq, outing: outing, languages: languages)
        return try await updates([ask], limit: limit)[0]
    }

    /// For each of `asks` its updates, oldest first and at most `limit`.
    package func updates(_ asks: [InboxAsk], limit: Int) async throws -> [[Update]] {
        let rows = try await database.all(.inboxes(asks, limit: limit))
        let stored = rows.map { StoredChanges($0.changes) }
        let names = try await names(of: Set(stored.flatMap(\.people)))
        let texts = try await texts(of: Set(stored.flatMap { $0.changes.compactMap(\.messageID) }))
        var updates = [[Update]](repeating: [], count: asks.count)
        for (row, stored) in zip(rows, stored) {
            let index = row.ask - 1
            updates[index].append(update(row, stored, for: asks[index], names: names, texts: texts))
        }
        return updates
    }

    private func update(
        _ row: InboxRow, _ stored: StoredChanges, for ask: InboxAsk, names: [PersonID: String],
        texts: [OutingMessageID: String]
    ) -> Update {
        let language = catalogue.language(of: row.locale, asked: ask.languages)
        let words = ChangeWords(
            phrases: ChangePhrases(language: language), reader: ask.person, inviter: row.inviterName,
            names: names, texts: texts, now: row.at, zone: TimeZone(identifier: row.zone) ?? .gmt,
            readerZone: row.readerZone.flatMap { TimeZone(identifier: $0) })
        let isSnapshot = row.toRev - row.fromRev > NewsLimits.revisionsFolded
        return Update(
            seq: row.seq, at: row.at, outing: OutingReference(id: row.outing, title: row.title),
            fromRevision: row.fromRev, toRevision: row.toRev,
            changes: stored.members.map { $0.wire(names: names, somebody: words.phrases.somebody()) },
            text: words.sentence(
                stored.changes, isSnapshot: isSnapshot && !stored.isAboutOneself(ask.person)),
            read: row.isRead)
    }
}

extension UpdateReading {
    /// Names of people; who no longer exists is left out.
    package func names(of people: some Collection<PersonID>) async throws -> [PersonID: String] {
        guard !people.isEmpty else { return [:] }
        let rows = try await database.all(.people(Array(people)))
        return Dictionary(rows.map { ($0.id, $0.name) }, uniquingKeysWith: { first, _ in first })
    }

    /// What messages say; what was deleted is left out.
    package func texts(of messages: some Collection<OutingMessageID>) async throws -> [OutingMessageID: String] {
        guard !messages.isEmpty else { return [:] }
        let rows = try await database.all(.texts(of: Array(messages)))
        return Dictionary(rows.map { ($0.id, $0.text) }, uniquingKeysWith: { first, _ in first })
    }
}

/// Changes as they lie in an inbox.
package struct StoredChanges: Sendable {
    package struct Member: Sendable {
        let kind: String
        let person: PersonID?
        let previous: JSONValue
        let current: JSONValue

        package func wire(names: [PersonID: String], somebody: String) -> UpdateChange {
            UpdateChange(
                kind: kind, person: person.map { Person(id: $0, name: names[$0] ?? somebody) },
                previous: previous, current: current)
        }
    }

    /// All of them, those of kinds that this program has no words for among them.
    package let members: [Member]
    let changes: [OutingChange]

    package init(_ text: String) {
        guard case .array(let elements)? = try? JSONValue(parsing: text) else {
            members = []
            changes = []
            return
        }
        changes = elements.compactMap { OutingChange($0) }
        members = elements.compactMap { element in
            guard case .object(let object) = element, case .string(let kind)? = object["kind"] else {
                return nil
            }
            var person: PersonID?
            if case .string(let text)? = object["person"] { person = PersonID(text) }
            return Member(
                kind: kind, person: person, previous: object["previous"] ?? .null,
                current: object["current"] ?? .null)
        }
    }

    var people: [PersonID] { members.compactMap(\.person) + changes.flatMap(\.people) }

    /// An invitation or a farewell: it is never a snapshot, however far behind.
    func isAboutOneself(_ reader: PersonID) -> Bool {
        changes.contains { change in
            guard case .attendee(reader, let old, let new) = change else { return false }
            return old == nil || new == nil
        }
    }
}
