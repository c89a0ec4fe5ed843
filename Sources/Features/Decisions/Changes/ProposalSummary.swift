import Initializers
package import JSON
import Journal
import Localization
package import NoonishAPI
package import Outings

/// The part of a suggestion or of an option of a poll that changes store. It has no text by anyone but hosts:
/// a place as free text and a mail address stay in the rows of their authors, so that erasing those rows is
/// enough.
@MemberwiseInit
package struct ProposalSummary: Hashable, Sendable {
    package enum Place: Hashable, Sendable {
        /// With its name in the directory.
        case restaurant(RestaurantID, name: String)
        case unlisted
    }

    package enum Guest: Hashable, Sendable {
        case person(PersonID)
        case byMail
    }

    package var time: OutingTime? = nil
    package var place: Place? = nil
    package var guest: Guest? = nil

    /// The guest, if they are a member.
    var person: PersonID? {
        if case .person(let person)? = guest { person } else { nil }
    }

    /// Returns whether it proposes a time or a place, as given by `subject`.
    func concerns(_ subject: ChangeSubject) -> Bool {
        time != nil && subject == .time || place != nil && subject == .place
    }

    /// Returns, for example, "Thursday 11 March, 12:30 at Kolme Kruunua", where the place has its own direction.
    ///
    /// - Parameter placeInWords: A place that is not in the directory, as its author wrote it.
    func text(in context: SentenceContext, placeInWords: String? = nil) -> String {
        let place = place.map { place in
            switch place {
            case .restaurant(_, let name): context.language.isolated(name)
            case .unlisted:
                placeInWords.map(context.language.isolated) ?? context.say("change.suggestion.place")
            }
        }
        switch (time.map(context.whole), place) {
        case (let time?, let place?):
            return context.say("change.suggestion.pair", ["time": .words(time), "place": .words(place)])
        case (let time?, nil): return time
        case (nil, let place?): return place
        case (nil, nil): return context.say("change.suggestion.person")
        }
    }
}

extension ProposalSummary: StoredValue {
    package func encode(to writer: inout JSONWriter) {
        writer.object { encodeMembers(to: &$0) }
    }

    func encodeMembers(to object: inout JSONWriter) {
        object.field("time", time)
        switch place {
        case .restaurant(let id, let name):
            object.field("restaurantId", id)
            object.field("place", name)
        case .unlisted: object.field("placeInWords", true)
        case nil: break
        }
        switch guest {
        case .person(let person): object.field("personId", person)
        case .byMail: object.field("byMail", true)
        case nil: break
        }
    }

    package init?(stored value: JSONValue) {
        guard case .object(let object) = value else { return nil }
        time = object["time"].flatMap { OutingTime(stored: $0) }
        if let id: RestaurantID = object.id("restaurantId"), let name = object.text("place") {
            place = .restaurant(id, name: name)
        } else if object.isTrue("placeInWords") {
            place = .unlisted
        }
        if let person: PersonID = object.id("personId") {
            guest = .person(person)
        } else if object.isTrue("byMail") {
            guest = .byMail
        }
    }
}
