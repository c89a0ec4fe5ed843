package import Foundation
package import Localization
package import NoonishAPI

/// Everything that the clauses for one reader need besides the changes.
package struct SentenceContext: Sendable {
    package let language: Language
    package let reader: PersonID
    /// The name of the person who invited the reader, if it is known.
    package let inviter: String?
    /// Names of the people that changes are about; those who no longer exist are missing.
    package let names: [PersonID: String]
    /// Text of the messages that changes are about; deleted ones are missing.
    package let texts: [OutingMessageID: String]
    /// The moment of wording: a date of another year is written with its year.
    package let now: Date
    /// The outing's zone, in which instants are shown.
    package let zone: TimeZone
    /// The reader's own zone, if they chose one.
    package let readerZone: TimeZone?

    package init(
        language: Language, reader: PersonID, inviter: String?, names: [PersonID: String],
        texts: [OutingMessageID: String] = [:], now: Date, zone: TimeZone, readerZone: TimeZone? = nil
    ) {
        self.language = language
        self.reader = reader
        self.inviter = inviter
        self.names = names
        self.texts = texts
        self.now = now
        self.zone = zone
        self.readerZone = readerZone
    }

    package func say(_ key: String, _ values: [String: MessageValue] = [:]) -> String {
        language.say(key, values)
    }

    /// Returns a person's name, or the word for people who no longer exist.
    package func name(of person: PersonID) -> String { names[person] ?? unknownName }

    package var unknownName: String { say("change.somebody") }

    /// Joins two clauses to one.
    package func joined(_ first: String, _ rest: String) -> String {
        say("change.join", ["first": .words(first), "rest": .words(rest)])
    }

    /// Returns a person's text on one line, cut to a length that fits a notice.
    package func excerpt(_ text: String) -> String {
        let line = text.split(whereSeparator: \.isNewline).joined(separator: " ")
        guard line.count > JournalLimits.excerpt else { return line }
        return line.prefix(JournalLimits.excerpt) + "…"
    }
}
