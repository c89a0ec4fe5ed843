import Access
import Foundation
import JSON
import Journal
import Localization
import NoonishAPI
import Outings
import Postgres

/// Reads the history of an outing for one person: the changes that concern them, in their language.
struct HistoryReading: Sendable {
    let outing: OutingRow
    let reader: PersonID
    let database: any Database
    let catalogue: Catalogue
    let kinds: ChangeRegistry

    private var isHost: Bool { outing.relation == .host || outing.relation == .cohost }

    /// Returns a page of the history.
    ///
    /// - Parameter languages: The `Accept-Language` of a person who chose no language.
    func page(before: Int?, limit: Int, languages: String?) async throws -> Page<HistoryItem> {
        let rows = try await database.all(
            .history(
                of: outing.id, for: reader, isHost: isHost, before: before, limit: limit + 1,
                without: kinds.namesOutsideHistory))
        let shown = rows.prefix(limit)
        let edits = try shown.map { try $0.changes(of: kinds) }
        let people = Set(
            edits.flatMap { visible($0).compactMap(\.kind.person) } + shown.compactMap(\.actor?.id))
        let reading = UpdateReading(database: database, catalogue: catalogue, kinds: kinds)
        let names = try await reading.names(of: people, in: [outing.id])
            .names(in: outing.id, for: reader, isHost: isHost)
        let texts = try await reading.texts(
            of: [(outing.id, edits.flatMap { visible($0).flatMap(\.kind.quotations) })]
        ).texts(in: outing.id, isHost: isHost)
        let asked = try await database.first(.historyReader(reader))
        let items = zip(shown, edits).compactMap { row, changes in
            var row = row
            if let actor = row.actor { row.actor?.name = names[actor.id] ?? actor.name }
            let words = SentenceContext(
                language: catalogue.language(of: asked?.locale, asked: languages), reader: reader,
                inviter: row.actor?.id == reader ? nil : row.actor?.name, names: names, texts: texts,
                now: outing.now,
                zone: TimeZone(identifier: outing.state.zone) ?? .gmt,
                readerZone: asked?.timeZone.flatMap { TimeZone(identifier: $0) })
            return item(row, changes, words)
        }
        return Page(items: items, next: rows.count > limit ? shown.last.map { String($0.rev) } : nil)
    }

    private func item(_ row: HistoryRow, _ edit: [Change], _ words: SentenceContext) -> HistoryItem? {
        let changes = visible(edit)
        let reported = changes.filter { $0.as(AttendeeChange.self)?.isBeginning != true }
        let beginning = reported.count < changes.count ? [words.phrases.started()] : []
        let text = words.phrases.text(beginning + words.clauses(reported))
        guard !text.isEmpty else { return nil }
        return HistoryItem(
            revision: row.rev, at: row.at, actor: row.actor,
            changes: StoredChanges(changes).members.map {
                $0.wire(names: words.names, unknownName: words.unknownName)
            },
            text: text,
            undoable: isHost && row.actor != nil && isOpen(changes)
                && outing.state.undoing(edit) != nil)
    }

    /// Returns whether the fields of `changes` can still be edited.
    private func isOpen(_ changes: [Change]) -> Bool {
        !outing.isOver || changes.allSatisfy(\.isAllowedAfterEnd)
    }

    /// Returns the changes that the reader may see. Changes for hosts are hidden from others, unless they are
    /// about the reader.
    private func visible(_ changes: [Change]) -> [Change] {
        changes.filter { change in
            type(of: change.kind).isHistory
                && (isHost || change.kind.audience != .hosts || change.kind.person == reader)
        }
    }
}
