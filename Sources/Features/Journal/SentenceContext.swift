package import Foundation
import Initializers
package import Localization
package import NoonishAPI

/// Everything besides the changes that sentences for one reader need.
@MemberwiseInit
package struct SentenceContext: Sendable {
    package let language: Language
    package let reader: PersonID
    /// The name of the person who invited the reader, if known.
    package let inviter: String?
    /// Names of the people that changes are about, without those who no longer exist.
    package let names: [PersonID: String]
    /// The authors of changes whose sentences name them, by what the changes are about.
    package var actors: [ChangeSubject: PersonID] = [:]
    /// The texts that changes quote, without deleted ones.
    package var texts: [Quotation: String] = [:]
    /// The time of writing. A date in another year includes the year.
    package let now: Date
    /// The outing's zone, in which times are shown.
    package let zone: TimeZone
    /// The reader's own zone, if they chose one.
    package var readerZone: TimeZone? = nil

    package func say(_ key: String, _ values: [String: MessageValue] = [:]) -> String {
        language.say(key, values)
    }

    /// Returns a person's name, or a general word for a person who no longer exists.
    package func name(of person: PersonID) -> String { names[person] ?? unknownName }

    /// Returns the name of the person who made a change; `nil` if the sentence must do without.
    package func actorName(of subject: ChangeSubject) -> String? {
        actors[subject].flatMap { names[$0] }
    }

    package var unknownName: String { say("change.somebody") }

    /// Joins two clauses into one.
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
