import Access
import Foundation
import JSON
import Localization
import NoonishAPI
import Outings
import Postgres

/// Reads the history of an outing for one person: what concerns them, in their words.
struct HistoryReading: Sendable {
    let outing: OutingRow
    let reader: PersonID
    let database: any Database
    let catalogue: Catalogue

    private var isHost: Bool { outing.relation == .host || outing.relation == .cohost }

    /// - Parameter languages: The `Accept-Language` of a person who chose no language.
    func page(before: Int?, limit: Int, languages: String?) async throws -> Page<HistoryItem> {
        let rows = try await database.all(
            .history(of: outing.id, for: reader, isHost: isHost, before: before, limit: limit + 1))
        let shown = rows.prefix(limit)
        let changes = shown.map { visible($0.changes) }
        let people = Set(changes.flatMap { $0.compactMap(\.person) })
        let names = try await UpdateReading(database: database, catalogue: catalogue).names(of: people)
        let asked = try await database.first(.historyReader(reader))
        let items = zip(shown, changes).compactMap { row, changes in
            let words = ChangeWords(
                phrases: ChangePhrases(language: catalogue.language(of: asked?.locale, asked: languages)),
                reader: reader, inviter: row.actor?.name, names: names, now: outing.now,
                zone: TimeZone(identifier: outing.state.zone) ?? .gmt,
                readerZone: asked?.timeZone.flatMap { TimeZone(identifier: $0) })
            return item(row, changes, words)
        }
        return Page(items: items, next: rows.count > limit ? shown.last.map { String($0.rev) } : nil)
    }

    private func item(_ row: HistoryRow, _ changes: [OutingChange], _ words: ChangeWords) -> HistoryItem? {
        let told = changes.filter { !$0.isBeginning }
        let beginning = told.count < changes.count ? [words.phrases.started()] : []
        let text = words.phrases.sentence(beginning + words.clauses(told))
        guard !text.isEmpty else { return nil }
        return HistoryItem(
            revision: row.rev, at: row.at, actor: row.actor,
            changes: StoredChanges(jsonText(changes)).members.map {
                $0.wire(names: words.names, somebody: words.phrases.somebody())
            },
            text: text,
            undoable: isHost && row.actor != nil && isOpen(changes)
                && OutingChange.undone(row.changes, in: outing.state) != nil)
    }

    /// Whether what `changes` changed may still be changed.
    private func isOpen(_ changes: [OutingChange]) -> Bool {
        !outing.isOver || changes.allSatisfy { $0.subject == .note }
    }

    /// What hosts alone are told is not shown to others, but where it is about themselves.
    private func visible(_ changes: [OutingChange]) -> [OutingChange] {
        changes.filter { change in
            change.isHistory && (isHost || change.audience != .hosts || change.person == reader)
        }
    }
}

extension OutingChange {
    /// Whether this is a step of the outing, not a word about it: what was said stands among the messages, and that
    /// somebody was reminded changed nothing.
    fileprivate var isHistory: Bool {
        switch self {
        case .message, .reminder, .answerWanted, .everyoneAnswered, .seatOffer, .openThen,
            .ratingWanted, .offer:
            false
        default: true
        }
    }

    /// That a host took their own seat is how every outing begins.
    fileprivate var isBeginning: Bool {
        if case .attendee(_, nil, let answer?) = self { answer.role == .host } else { false }
    }

    /// Whom it is about.
    fileprivate var person: PersonID? {
        switch self {
        case .attendee(let person, _, _), .claim(let person), .suggestion(_, let person, _, _): person
        default: nil
        }
    }
}
