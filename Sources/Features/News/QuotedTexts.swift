import Decisions
import Initializers
package import Journal
import Messages
package import NoonishAPI
import Outings
import Postgres

/// The texts that changes of several outings quote, without deleted ones.
@MemberwiseInit
package struct QuotedTexts: Sendable {
    private let byOuting: [OutingID: [Quotation: String]]

    /// Returns the texts of one outing that a reader may see.
    func texts(in outing: OutingID, isHost: Bool) -> [Quotation: String] {
        (byOuting[outing] ?? [:]).filter { isHost || !$0.key.isForHosts }
    }
}

extension UpdateReading {
    /// Reads the texts that changes quote.
    package func texts(of quotations: [(outing: OutingID, quotations: [Quotation])]) async throws
        -> QuotedTexts
    {
        var wanted: [OutingID: Set<Quotation>] = [:]
        for (outing, quotations) in quotations { wanted[outing, default: []].formUnion(quotations) }
        var messages: [OutingMessageID] = []
        var suggestions: [SuggestionID] = []
        var notes: [(outing: OutingID, person: PersonID)] = []
        for (outing, quotations) in wanted {
            for quotation in quotations {
                switch quotation {
                case .message(let id): messages.append(id)
                case .suggestedPlace(let id): suggestions.append(id)
                case .answerNote(let person): notes.append((outing, person))
                }
            }
        }
        let messageTexts = messages.isEmpty ? [] : try await database.all(.texts(of: messages))
        let places = suggestions.isEmpty ? [] : try await database.all(.suggestedPlaces(suggestions))
        let noteTexts = notes.isEmpty ? [] : try await database.all(.answerNotes(notes))
        let shared = Dictionary(
            messageTexts.map { (Quotation.message($0.id), $0.text) }
                + places.map { (Quotation.suggestedPlace($0.id), $0.name) },
            uniquingKeysWith: { first, _ in first })
        var texts = wanted.mapValues { quotations in shared.filter { quotations.contains($0.key) } }
        for row in noteTexts { texts[row.outing]?[.answerNote(row.person)] = row.note }
        return QuotedTexts(byOuting: texts)
    }
}
