import Access
import HTTPKit
import NoonishAPI
import Outings

/// A validated request for a suggestion: `{time?, restaurantId? | place?}` or `{personId | email}`.
struct SuggestionInput: Sendable {
    let what: ProposalInput
    let person: PersonID?
    let email: String?

    init(_ body: ObjectReader) throws(Problem) {
        var body = body
        what = ProposalInput(&body)
        person = body.optional("personId", .id())
        email = body.optional("email", .emailAddress)?.lowercased()
        if person != nil, email != nil {
            body.refuse("email", "two_guests", "Name a person or an address, not both.")
        }
        if !what.isEmpty, person != nil || email != nil {
            body.refuse(
                person == nil ? "email" : "personId", "guest_apart",
                "Suggest a guest separately from a time or place.")
        }
        try body.finish()
        if what.isEmpty, person == nil, email == nil { throw DecisionProblems.nothingSuggested }
    }

    init(_ what: ProposalInput) {
        self.what = what
        person = nil
        email = nil
    }
}
