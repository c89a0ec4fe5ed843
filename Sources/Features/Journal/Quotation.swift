package import NoonishAPI

/// A text by a person that a change quotes. The change does not store it: the text is read when a notice is composed,
/// so that deleting its row is enough.
package enum Quotation: Hashable, Sendable {
    case message(OutingMessageID)
    /// The place of a suggestion, in its author's words.
    case suggestedPlace(SuggestionID)
    /// The note that a person wrote with their answer. Only hosts read it.
    case answerNote(PersonID)

    package var isForHosts: Bool {
        if case .answerNote = self { true } else { false }
    }
}
