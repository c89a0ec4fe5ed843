import Foundation
import JSON
package import Journal
package import Localization
package import NoonishAPI
package import Outings

/// What one person is to be told of one outing: the difference between what they know and what is true.
package struct Notice: Sendable {
    package let watch: WatchID
    package let person: PersonID
    package let outing: OutingID
    /// The title as this person may know it: for a farewell the one that held when they were removed.
    package let title: String
    /// The same for the time; nil: there was none.
    package let time: OutingTime?
    /// A time that there was earlier, after what the person was told last.
    package let formerTime: OutingTime?
    package let fromRev: Int
    /// The newest revision that this tells of.
    package let toRev: Int
    /// Everything up to here has been looked at.
    package let seenRev: Int
    /// Empty: there is nothing to tell.
    package let changes: [Change]
    /// They were too far behind to be told what changed, so `changes` is the present state.
    package let isSnapshot: Bool
    package let isFarewell: Bool
    package let isInvitation: Bool
    /// Kinds of changes that this program has no words for: a newer one wrote them. They are skipped.
    package let unknownKinds: Set<String>
    package let row: NoticeRow

    /// - Throws: ``Undecodable`` if the recorded changes cannot be read.
    package init(_ row: NoticeRow, kinds: ChangeRegistry) throws {
        var unknown: Set<String> = []
        let recorded = try [RecordedChange](recordedJSON: row.changes, kinds: kinds, unknown: &unknown)
        unknownKinds = unknown
        let person = row.person
        let now = row.outing.now
        let news = recorded.news(for: row.reader).filter { $0.kind.expiresAt.map { $0 > now } ?? true }
        let own = news.first { $0.kind.membership?.person == person }
        isFarewell = own?.kind.membership == .left(person)
        isInvitation = own?.kind.membership == .joined(person)
        isSnapshot =
            (row.outing.rev - row.sentRev > NewsLimits.revisionsFolded || !row.isWhole)
            && !isFarewell && !isInvitation && row.othersChanged
        changes = isSnapshot ? row.introduction + (own.map { [$0] } ?? []) : news
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
        self.row = row
    }

    /// Returns the title that held at `rev`: what the first later renaming replaced.
    private static func title(at rev: Int, _ recorded: [RecordedChange], now: String) -> String {
        first(TitleChange.self, in: recorded.filter { $0.rev > rev })?.old ?? now
    }

    /// Returns the time that held at `rev`, likewise.
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

    /// Whether it says first of all that the outing was called off.
    package var isCancellation: Bool {
        changes.first?.as(CancellationChange.self)?.isNewlyCancelled == true
    }

    /// People other than the reader that the changes are about.
    package var peopleNamed: [PersonID] {
        changes.flatMap(\.kind.people).filter { $0 != person }
    }

    /// Messages that the changes are about.
    package var messagesNamed: [OutingMessageID] { changes.flatMap(\.kind.messages) }

    /// - Parameter catalogue: Has the reader's language.
    package func words(
        names: [PersonID: String], texts: [OutingMessageID: String], from catalogue: Catalogue
    ) -> SentenceContext {
        SentenceContext(
            language: catalogue.language(of: row.locale), reader: person, inviter: row.inviterName,
            names: names, texts: texts, now: row.outing.now,
            zone: TimeZone(identifier: row.outing.state.zone) ?? .gmt,
            readerZone: row.timeZone.flatMap { TimeZone(identifier: $0) })
    }
}

extension NoticeRow {
    /// The present state, for a reader of whom it is not known what they know.
    fileprivate var introduction: [Change] {
        guard let answer = outing.mine?.answer else { return [] }
        return outing.state.introduction(isDeclined: answer.status == .declined)
    }
}

/// Stored changes that this program cannot read.
struct Undecodable: Error, CustomStringConvertible {
    let description: String
}

extension [RecordedChange] {
    /// Reads `[{rev, actor, at, changes}]`. Kinds that this program does not know were written by a newer one; they are
    /// left out, as there are no words for them.
    ///
    /// - Throws: ``Undecodable``.
    init(recordedJSON text: String, kinds: ChangeRegistry, unknown: inout Set<String>) throws {
        guard case .array(let elements)? = try? JSONValue(parsing: text) else {
            throw Undecodable(description: "the recorded changes are not a list")
        }
        var skipped: Set<String> = []
        defer { unknown = skipped }
        self = try elements.map { element in
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
    }
}
