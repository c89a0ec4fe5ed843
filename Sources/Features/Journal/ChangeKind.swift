package import Foundation
package import JSON
package import NoonishAPI

/// One kind of change: everything that the program knows about it, in one place.
///
/// A feature declares its kinds as value types and lists them for the ``ChangeRegistry``. The journal records, folds,
/// filters and orders changes through this protocol alone; it has no list of kinds.
///
/// Most requirements have a default. Kinds that say what something was and what it has become conform to
/// ``Transition``, which supplies most of the rest.
package protocol ChangeKind: Hashable, Sendable {
    // MARK: Storage

    /// The stable names of this kind in `outing_change.patch` and on the wire. No other kind may use them.
    static var names: [String] { get }

    /// The newest `outing_change.schema_version` of this kind that ``init(_:)`` can read.
    static var version: Int { get }

    /// Reads a stored change. Returns `nil` if its members do not fit.
    init?(_ members: ChangeMembers)

    /// The one of ``names`` that describes this change.
    var name: String { get }

    /// Writes the members that follow `kind`: ids, values and text by hosts, never the names or text of other
    /// people, so that erasing a person's row is enough.
    func encodeMembers(to object: inout JSONWriter)

    /// Writes the members that are stored, from which those of ``encodeMembers(to:)`` can be completed.
    ///
    /// - Parameter keepsFormer: Whether nothing else keeps the former value.
    func encodeCompactMembers(to object: inout JSONWriter, keepsFormer: Bool)

    /// Writes the previous values of the outing's members on the wire that this change has changed.
    func encodeFormerMembers(to object: inout JSONWriter)

    // MARK: Meaning

    /// What the change is about. Two changes of one subject fold into one.
    var subject: ChangeSubject { get }

    /// The person that it is about, who can read it in the history even if the audience excludes them.
    var person: PersonID? { get }

    /// Everyone whose name the sentence needs.
    var people: [PersonID] { get }

    /// Whether the sentence says who made the change.
    var namesActor: Bool { get }

    /// The texts by people that the sentence quotes.
    var quotations: [Quotation] { get }

    /// Whether it adds a person to the list or removes them.
    var membership: Membership? { get }

    /// Whether it cancels the whole outing.
    var endsOuting: Bool { get }

    /// Whether it makes earlier answers obsolete, so that people are asked again.
    var invalidatesAnswers: Bool { get }

    /// Whether the history lists it. Notifications such as reminders are not listed.
    static var isHistory: Bool { get }

    // MARK: Folding

    /// Combines this change with a later one of the same subject; `nil` if the later one undid this one.
    func folded(with later: Self) -> Self?

    /// Returns whether `later` makes this change not worth reporting.
    func isOutdated(by later: Change) -> Bool

    // MARK: Notification

    /// The people whom it concerns.
    var audience: Audience { get }

    /// How soon it should be sent.
    var urgency: Urgency { get }

    /// Returns when a reader gets it by mail.
    func mailing(to reader: NewsReader) -> Mailing

    /// Its rank among the changes of one notice, the most important first. Ranks are multiples of ten, which
    /// leaves room for new kinds.
    var rank: Int { get }

    /// When it is no longer worth sending; `nil` if it always is.
    var expiresAt: Date? { get }

    /// Whether it ends the deferral of notifications to invitees who have not answered.
    var endsDeferral: Bool { get }

    /// Returns whether the reader already knows the change from elsewhere.
    func isKnown(to reader: NewsReader, at rev: Int) -> Bool

    /// Returns whether a reader is notified. By default everyone in the audience is, except people who have
    /// declined.
    ///
    /// - Parameter pending: All changes that the reader has not been notified of, including this one.
    func isNews(to reader: NewsReader, as standing: Standing, among pending: [ChangeSubject: Change]) -> Bool

    /// Returns whether it fulfils a request of `person`, who is then notified even if they have declined.
    func fulfilsRequest(of person: PersonID) -> Bool

    /// Returns who suggested a change that this one led to.
    func credit(for subject: ChangeSubject) -> Credit?

    // MARK: Wording

    /// Returns a clause without a capital letter and a full stop; `nil` if there is nothing to say.
    func clause(in context: SentenceContext) -> String?

    /// Returns whether `reader` gets it in a ``summary(of:in:)``, after the clauses of other changes.
    func isSummarized(for reader: PersonID) -> Bool

    /// Returns the clauses for all changes of this kind that are summarised for one reader.
    static func summary(of changes: [Self], in context: SentenceContext) -> [String]
}

extension ChangeKind {
    package static var version: Int { 1 }
    package var name: String { Self.names[0] }
    package func encodeMembers(to object: inout JSONWriter) {}
    package func encodeCompactMembers(to object: inout JSONWriter, keepsFormer: Bool) {
        encodeMembers(to: &object)
    }
    package func encodeFormerMembers(to object: inout JSONWriter) {}

    package var subject: ChangeSubject { ChangeSubject(Self.self) }
    package var person: PersonID? { nil }
    package var people: [PersonID] { person.map { [$0] } ?? [] }
    package var namesActor: Bool { false }
    package var quotations: [Quotation] { [] }
    package var membership: Membership? { nil }
    package var endsOuting: Bool { false }
    package var invalidatesAnswers: Bool { false }
    package static var isHistory: Bool { true }

    package func folded(with later: Self) -> Self? { later }
    package func isOutdated(by later: Change) -> Bool { false }

    package var urgency: Urgency { .normal }
    package func mailing(to reader: NewsReader) -> Mailing { .prompt }
    package var expiresAt: Date? { nil }
    package var endsDeferral: Bool { false }
    package func isKnown(to reader: NewsReader, at rev: Int) -> Bool { false }
    package func fulfilsRequest(of person: PersonID) -> Bool { false }
    package func credit(for subject: ChangeSubject) -> Credit? { nil }
    package func isNews(
        to reader: NewsReader, as standing: Standing, among pending: [ChangeSubject: Change]
    ) -> Bool {
        standing.status != .declined && audience.includes(standing)
    }

    package func isSummarized(for reader: PersonID) -> Bool { false }
    package static func summary(of changes: [Self], in context: SentenceContext) -> [String] {
        changes.compactMap { $0.clause(in: context) }
    }
}

/// How soon a change should be sent.
package enum Urgency: Hashable, Sendable {
    /// Several of these are combined into one notice, which may wait for more of them.
    case calm
    case normal
    /// It is sent without waiting for further edits.
    case urgent
    /// A change of time, place or cancellation: calendars show it, and it is sent at once if the outing
    /// starts soon.
    case essential
}

/// The author of a suggestion.
package enum Credit: Hashable, Sendable {
    case person(PersonID)
    /// The whole group, by a poll.
    case group
}

/// A change of who is on the list.
package enum Membership: Hashable, Sendable {
    case joined(PersonID)
    case left(PersonID)

    package var person: PersonID {
        switch self {
        case .joined(let person), .left(let person): person
        }
    }
}
