package import Foundation
import JSON
package import Journal
package import Localization
package import NoonishAPI
package import Outings

/// The changes of one outing of which one person is to be notified.
package struct Notice: Sendable {
    package let watch: WatchID
    package let person: PersonID
    package let outing: OutingID
    /// The title that the person may see: for a farewell the one at the time they were removed.
    package let title: String
    /// The time that the person may see, likewise; `nil` without one.
    package let time: OutingTime?
    /// An earlier time of the outing that the person was last notified of, if it has changed since.
    package let formerTime: OutingTime?
    package let fromRev: Int
    /// The newest revision that the notice covers.
    package let toRev: Int
    /// The newest revision that was considered.
    package let seenRev: Int
    /// Empty if there is nothing to report.
    package let changes: [Change]
    /// The authors of changes whose sentences name them.
    package let actors: [ChangeSubject: PersonID]
    /// Whether `changes` is the present state, because the person has missed too many changes.
    package let isSnapshot: Bool
    package let isFarewell: Bool
    package let isInvitation: Bool
    /// The kinds of changes that this program cannot word, because a newer one wrote them.
    package let unknown: Set<String>
    package let channel: Channel
    /// When the oldest of the changes that the person was not notified of was made by another; `nil` if none was.
    package let pendingSince: Date?
    package let row: NoticeRow

    /// Compares what the person knows with the present state.
    ///
    /// - Parameters:
    ///   - changes: Those of the row's ``NoticeRow/changesKey``.
    ///   - channel: Carries the notice; see ``Channel/carries(_:to:)``.
    package init(_ row: NoticeRow, changes known: RecordedChanges, channel: Channel) {
        let recorded = known.changes
        unknown = known.unknown
        let person = row.person
        let now = row.outing.now
        let reader = row.reader
        let news = recorded.news(for: reader).filter { change in
            (change.kind.expiresAt.map { $0 > now } ?? true)
                && (row.wantsEverything || channel.carries(change, to: reader))
        }
        let own = news.first { $0.kind.membership?.person == person }
        isFarewell = own?.kind.membership == .left(person)
        isInvitation = own?.kind.membership == .joined(person)
        isSnapshot =
            (row.isFarBehind || !row.isWhole)
            && !isFarewell && !isInvitation && row.othersChanged
        changes = isSnapshot ? row.introduction + (own.map { [$0] } ?? []) : news
        actors = isSnapshot ? [:] : recorded.actors(of: news)
        let removal = recorded.last { recorded in
            recorded.changes.contains { $0.kind.membership == .left(person) }
        }
        seenRev = row.outing.rev
        toRev = isFarewell ? removal?.rev ?? row.outing.rev : row.outing.rev
        title =
            isFarewell ? Self.title(at: toRev, recorded, now: row.outing.state.title) : row.outing.state.title
        time = isFarewell ? Self.time(at: toRev, recorded, now: row.outing.state.time) : row.outing.state.time
        formerTime = Self.formerTime(recorded, upTo: toRev)
        watch = row.watch
        self.person = person
        outing = row.outing.id
        fromRev = row.sentRev
        self.channel = channel
        pendingSince = recorded.first { $0.actor != person }?.at
        self.row = row
    }

    /// Returns the title at `rev`: the old value of the first rename after it.
    private static func title(at rev: Int, _ recorded: [RecordedChange], now: String) -> String {
        first(TitleChange.self, in: recorded.filter { $0.rev > rev })?.old ?? now
    }

    /// Returns the time at `rev`, likewise.
    private static func time(at rev: Int, _ recorded: [RecordedChange], now: OutingTime?) -> OutingTime? {
        guard let change = first(TimeChange.self, in: recorded.filter { $0.rev > rev }) else { return now }
        return change.old
    }

    private static func formerTime(_ recorded: [RecordedChange], upTo rev: Int) -> OutingTime? {
        recorded.lazy.filter { $0.rev <= rev }.flatMap(\.changes)
            .compactMap { $0.as(TimeChange.self)?.old }.first
    }

    private static func first<Kind: ChangeKind>(_: Kind.Type, in recorded: [RecordedChange]) -> Kind? {
        recorded.lazy.flatMap(\.changes).compactMap { $0.as(Kind.self) }.first
    }

    /// Whether a worker of a newer program should deliver it, because this one would leave something out. After a
    /// while it is delivered as well as this program can, since the newer one may be gone for good.
    ///
    /// - Parameter left: When the delivery was first left to a newer program; `nil` if it never was.
    package func isForNewerProgram(since left: Date?) -> Bool {
        !unknown.isEmpty
            && (left.map { row.outing.now.timeIntervalSince($0) < NewsLimits.newerProgramPatience } ?? true)
    }

    /// Whether its first change is that the outing was cancelled.
    package var isCancellation: Bool {
        changes.first?.as(CancellationChange.self)?.isNewlyCancelled == true
    }

    /// The people other than the reader that the changes are about, and those who made them.
    package var peopleNamed: [PersonID] {
        changes.flatMap(\.kind.people).filter { $0 != person } + actors.values
    }

    /// The texts that the changes quote.
    package var quotations: [Quotation] { changes.flatMap(\.kind.quotations) }

    /// Returns the context in which its sentences are written, in the reader's language.
    package func words(
        names: [PersonID: String], texts: QuotedTexts, from catalogue: Catalogue
    ) -> SentenceContext {
        SentenceContext(
            language: catalogue.language(of: row.locale), reader: person, inviter: row.inviterName,
            names: names, actors: actors, texts: texts.texts(in: outing, isHost: row.reader.isHost),
            now: row.outing.now,
            zone: TimeZone(identifier: row.outing.state.zone) ?? .gmt,
            readerZone: row.timeZone.flatMap { TimeZone(identifier: $0) })
    }
}

extension NoticeRow {
    /// The present state as changes, for a reader who has missed too many changes.
    fileprivate var introduction: [Change] {
        guard let answer = outing.mine?.answer else { return [] }
        return outing.state.introduction(isDeclined: answer.status == .declined)
    }
}

/// Stored changes that this program cannot read.
struct Undecodable: Error, CustomStringConvertible {
    let description: String
}

/// The recorded changes that one or more notices report.
package struct RecordedChanges: Sendable {
    let changes: [RecordedChange]
    /// The kinds of changes that this program does not know, because a newer one wrote them. They are left out.
    let unknown: Set<String>

    /// Returns the changes of the rows of one statement, by what the rows have in common.
    package static func byKey(
        of rows: [NoticeRow], kinds: ChangeRegistry
    ) -> [NoticeRow.ChangesKey: Result<Self, any Error>] {
        Dictionary(
            rows.compactMap { row in
                row.changes.map { json in (row.changesKey, Result { try Self(json: json, kinds: kinds) }) }
            },
            uniquingKeysWith: { first, _ in first })
    }

    /// Parses `[{rev, actor, at, changes}]`.
    ///
    /// - Throws: ``Undecodable``.
    init(json text: String, kinds: ChangeRegistry) throws {
        guard case .array(let elements)? = try? JSONValue(parsing: text) else {
            throw Undecodable(description: "the recorded changes are not a list")
        }
        var skipped: Set<String> = []
        changes = try elements.map { element in
            guard case .object(let object) = element, let rev = object.integer("rev"),
                let at = object.integer("at"), case .array(let changes)? = object["changes"]
            else { throw Undecodable(description: "a recorded change is not whole") }
            let version = object.integer("version") ?? 1
            return RecordedChange(
                rev: rev, actor: object.id("actor"), at: Date(timeIntervalSince1970: Double(at)),
                changes: try changes.compactMap { value in
                    guard let name = ChangeMembers(value)?.name else {
                        guard version > 1 else { throw Undecodable(description: "a change has no kind") }
                        skipped.insert("version \(version)")
                        return nil
                    }
                    let change = kinds.change(value, version: version)
                    if change == nil { skipped.insert(name) }
                    return change
                })
        }
        unknown = skipped
    }
}
