import Foundation
import JSON
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
    package let changes: [OutingChange]
    /// They were too far behind to be told what changed, so `changes` is the present state.
    package let isSnapshot: Bool
    package let isFarewell: Bool
    package let isInvitation: Bool
    /// Kinds of changes that this program has no words for: a newer one wrote them. They are skipped.
    package let unknownKinds: Set<String>
    package let row: NoticeRow

    /// - Throws: ``Undecodable`` if the recorded changes cannot be read.
    package init(_ row: NoticeRow) throws {
        var unknown: Set<String> = []
        let recorded = try [RecordedChange](recordedJSON: row.changes, unknown: &unknown)
        unknownKinds = unknown
        let person = row.person
        let answer = row.outing.mine?.answer
        let news = OutingChange.news(
            for: person, answer: answer, hearing: row.hearing, changes: recorded)
        let own = news.first { $0.subject == .attendee(person) }
        isFarewell = own.map { if case .attendee(_, _, nil) = $0 { true } else { false } } ?? false
        isInvitation = own.map { if case .attendee(_, nil, _) = $0 { true } else { false } } ?? false
        isSnapshot =
            (row.outing.rev - row.sentRev > NewsLimits.revisionsFolded || !row.isWhole)
            && !isFarewell && !isInvitation && row.othersChanged
        changes = isSnapshot ? Self.snapshot(row.outing.state, for: answer) + (own.map { [$0] } ?? []) : news
        let removal = recorded.last { recorded in
            recorded.changes.contains { if case .attendee(person, _, nil) = $0 { true } else { false } }
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

    /// The present state as news to somebody of whom we no longer know what they know.
    private static func snapshot(_ state: OutingState, for answer: Answer?) -> [OutingChange] {
        guard let answer else { return [] }
        let cancellation = state.cancellation.map { OutingChange.cancellation(from: nil, to: $0) }
        guard answer.status != .declined else { return cancellation.map { [$0] } ?? [] }
        return [
            cancellation,
            state.time.map { .time(from: nil, to: $0) },
            state.place.map { .place(from: nil, to: $0) },
            state.note.map { .note(from: nil, to: $0) },
            state.deadline.map { .deadline(from: nil, to: $0) },
        ].compactMap { $0 }
    }

    /// The title that held at `rev`: what the first later renaming replaced.
    private static func title(at rev: Int, _ recorded: [RecordedChange], now: String) -> String {
        for later in recorded where later.rev > rev {
            for case .title(let old, _) in later.changes { return old }
        }
        return now
    }

    /// The time that held at `rev`, likewise.
    private static func time(at rev: Int, _ recorded: [RecordedChange], now: OutingTime?) -> OutingTime? {
        for later in recorded where later.rev > rev {
            for case .time(let old, _) in later.changes { return old }
        }
        return now
    }

    private static func formerTime(_ recorded: [RecordedChange], upTo rev: Int) -> OutingTime? {
        for earlier in recorded where earlier.rev <= rev {
            for case .time(let old?, _) in earlier.changes { return old }
        }
        return nil
    }

    /// People other than the reader that the changes are about.
    package var peopleNamed: [PersonID] {
        changes.flatMap(\.people).filter { $0 != person }
    }

    /// Messages that the changes are about.
    package var messagesNamed: [OutingMessageID] { changes.compactMap(\.messageID) }

    /// - Parameter catalogue: Has the reader's language.
    package func words(
        names: [PersonID: String], texts: [OutingMessageID: String], from catalogue: Catalogue
    ) -> ChangeWords {
        ChangeWords(
            phrases: ChangePhrases(language: catalogue.language(of: row.locale)), reader: person,
            inviter: row.inviterName, names: names, texts: texts, now: row.outing.now,
            zone: TimeZone(identifier: row.outing.state.zone) ?? .gmt,
            readerZone: row.timeZone.flatMap { TimeZone(identifier: $0) })
    }
}

/// Stored changes that this program cannot read.
struct Undecodable: Error, CustomStringConvertible {
    let description: String
}

extension [RecordedChange] {
    /// Reads `[{rev, actor, at, changes}]`. A kind that this program does not know was written by a newer one; it is
    /// left out, as there are no words for it.
    ///
    /// - Throws: ``Undecodable``.
    init(recordedJSON text: String, unknown: inout Set<String>) throws {
        guard case .array(let elements)? = try? JSONValue(parsing: text) else {
            throw Undecodable(description: "the recorded changes are not a list")
        }
        var skipped: Set<String> = []
        defer { unknown = skipped }
        self = try elements.map { element in
            guard case .object(let object) = element, case .integer(let rev)? = object["rev"],
                case .integer(let at)? = object["at"], case .array(let changes)? = object["changes"]
            else { throw Undecodable(description: "a recorded change is not whole") }
            var version = Self.schemaVersion
            if case .integer(let number)? = object["version"] { version = number }
            var actor: PersonID?
            if case .string(let text)? = object["actor"] { actor = PersonID(text) }
            return RecordedChange(
                rev: rev, actor: actor, at: Date(timeIntervalSince1970: Double(at)),
                changes: try changes.compactMap { change in
                    let known = version <= Self.schemaVersion ? try OutingChange(stored: change) : nil
                    if known == nil { skipped.insert(change.kind ?? "version \(version)") }
                    return known
                })
        }
    }
}

extension JSONValue {
    fileprivate var kind: String? {
        if case .object(let object) = self, case .string(let kind)? = object["kind"] { kind } else { nil }
    }
}

extension [RecordedChange] {
    /// The newest way of writing `change.patch` that this program reads.
    static let schemaVersion = 1
}

extension OutingChange {
    /// - Returns: Nil for an unknown kind.
    /// - Throws: ``Undecodable`` for something that is no change at all.
    init?(stored value: JSONValue) throws {
        guard case .object(let object) = value, case .string? = object["kind"] else {
            throw Undecodable(description: "a change has no kind")
        }
        self.init(value)
    }
}
