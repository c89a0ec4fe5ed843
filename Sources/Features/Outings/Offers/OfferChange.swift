import JSON
package import Journal
import Localization
package import NoonishAPI

/// An offer of the place became valid at the outing's time, or ceased to be. The value is its title.
@StoredChange
struct OfferChange: Transition {
    @JSONMember("id") let offer: OfferID
    var old: String?
    var new: String?

    static let names = ["offer_found", "offer_ended"]
    static let isHistory = false
    var name: String { new == nil ? "offer_ended" : "offer_found" }

    var subject: ChangeSubject { ChangeSubject(Self.self, offer.uuid) }
    var audience: Audience { .attending }
    var rank: Int { 220 }
    func isOutdated(by later: Change) -> Bool { later.is(CancellationChange.self) }

    func clause(in context: SentenceContext) -> String? {
        guard let new else { return context.say("change.offer.ended", ["title": .text(old ?? "")]) }
        return context.say("change.offer.found", ["title": .text(new)])
    }
}

extension Change {
    package static func offer(_ offer: OfferID, from old: String?, to new: String?) -> Change {
        Change(OfferChange(offer: offer, old: old, new: new))
    }
}
