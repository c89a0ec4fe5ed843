import Foundation
package import Localization
import NoonishAPI
internal import Outings

/// How changes are said in the reader's language: the catalogue's messages with what they need. ``ChangeWords`` decides
/// what is said; this says it.
///
/// Every function returns a clause: no capital at its start, no full stop at its end.
package struct ChangePhrases: Sendable {
    package let language: Language

    var times: TimeFormatting { TimeFormatting(language) }

    func cancelled(reason: String?) -> String {
        because(reason, "change.cancelled", with: "change.cancelledWhy")
    }
    func otherReason(_ reason: String?) -> String {
        because(reason, "change.staysCancelled", with: "change.staysCancelledWhy")
    }
    func reactivated() -> String { language.say("change.reactivated") }

    func timeSet(_ time: String) -> String { language.say("change.time.set", ["time": .words(time)]) }
    func timeMoved(_ new: String, instead old: String) -> String { say("change.time.moved", new, old) }
    func timeCleared(_ old: String) -> String { language.say("change.time.cleared", ["old": .words(old)]) }
    func endChanged(from old: String?, to new: String?) -> String {
        switch (old, new) {
        case (let old?, let new?): say("change.end.moved", new, old)
        case (nil, let new?): language.say("change.end.set", ["new": .words(new)])
        case (_, nil): language.say("change.end.cleared")
        }
    }

    func placeSet(_ place: String) -> String { language.say("change.place.set", ["place": .text(place)]) }
    func placeChanged(_ new: String, instead old: String) -> String {
        language.say("change.place.changed", ["new": .text(new), "old": .text(old)])
    }
    func placeCleared(_ old: String) -> String { language.say("change.place.cleared", ["old": .text(old)]) }
    func placeDetails(_ name: String, address: String?) -> String {
        guard let address else { return language.say("change.place.contact", ["place": .text(name)]) }
        return language.say("change.place.address", ["place": .text(name), "address": .text(address)])
    }

    func renamed(_ new: String, _ old: String) -> String {
        language.say("change.title.changed", ["new": .text(new), "old": .text(old)])
    }
    func noteSet(_ note: String) -> String { language.say("change.note.set", ["note": .text(note)]) }
    func noteChanged(_ note: String) -> String { language.say("change.note.changed", ["note": .text(note)]) }
    func noteRemoved() -> String { language.say("change.note.removed") }

    func deadline(_ new: String, instead old: String?) -> String {
        guard let old else { return language.say("change.deadline.set", ["new": .words(new)]) }
        return say("change.deadline.moved", new, old)
    }
    func deadlineRemoved() -> String { language.say("change.deadline.removed") }
    func seats(_ new: Int, instead old: Int?) -> String {
        guard let old else { return language.say("change.capacity.set", ["count": .number(new)]) }
        return language.say("change.capacity.changed", ["count": .number(new), "old": .number(old)])
    }
    func seatsUnlimited() -> String { language.say("change.capacity.removed") }

    func reminder(_ time: String) -> String { language.say("change.reminder", ["time": .words(time)]) }
    func answerWanted(by deadline: String?) -> String {
        guard let deadline else { return language.say("change.answerWanted") }
        return language.say("change.answerWantedBy", ["deadline": .words(deadline)])
    }
    func everyoneAnswered() -> String { language.say("change.everyoneAnswered") }
    func ratingWanted(_ place: String) -> String {
        language.say("change.ratingWanted", ["place": .text(place)])
    }
    func offerFound(_ title: String) -> String { language.say("change.offer.found", ["title": .text(title)]) }
    func offerEnded(_ title: String) -> String { language.say("change.offer.ended", ["title": .text(title)]) }
    func openThen(_ state: OpenStatus.State) -> String { language.say("change.openThen.\(state.rawValue)") }
    func seatOffered(until end: String) -> String {
        language.say("change.seatOffer.made", ["end": .words(end)])
    }
    func seatOfferEnded() -> String { language.say("change.seatOffer.ended") }

    func seriesToo() -> String { language.say("change.seriesToo") }

    func started() -> String { language.say("change.started") }
    package func muchHasChanged() -> String { language.say("change.much") }

    /// Two clauses as one.
    package func joined(_ first: String, _ rest: String) -> String {
        language.say("change.join", ["first": .words(first), "rest": .words(rest)])
    }

    /// Clauses as a sentence: with a capital, and an end if they have none.
    func sentence(_ clauses: [String]) -> String {
        guard let first = clauses.first else { return "" }
        let text = clauses.dropFirst().reduce(first, joined)
        let capital = text.prefix(1).uppercased() + text.dropFirst()
        let isEnded = text.last.map { ".!?”。！？".contains($0) } ?? false
        return isEnded ? capital : language.say("change.sentence", ["clauses": .words(capital)])
    }

    private func because(_ reason: String?, _ key: String, with keyWithReason: String) -> String {
        reason.map { language.say(keyWithReason, ["reason": .text($0)]) } ?? language.say(key)
    }

    private func say(_ key: String, _ new: String, _ old: String) -> String {
        language.say(key, ["new": .words(new), "old": .words(old)])
    }
}
