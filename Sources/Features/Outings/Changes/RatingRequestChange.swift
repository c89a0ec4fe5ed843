package import JSON
package import Journal
import Localization
import NoonishAPI

/// A request to the attendees to rate the place.
package struct RatingRequestChange: ChangeKind {
    let place: OutingPlace

    package static let names = ["rating_wanted"]
    package static let isHistory = false

    init(_ place: OutingPlace) { self.place = place }

    package init?(_ members: ChangeMembers) {
        guard let place = OutingPlace(stored: members.current) else { return nil }
        self.place = place
    }

    package func encodeMembers(to object: inout JSONWriter) { object.field("current", place) }

    package var audience: Audience { .attending }
    package var rank: Int { 210 }
    package func isNews(
        to reader: NewsReader, as standing: Standing, among pending: [ChangeSubject: Change]
    ) -> Bool { standing.status == .attending && !reader.settled.contains(subject) }

    package func clause(in context: SentenceContext) -> String? {
        context.say("change.ratingWanted", ["place": .text(place.name)])
    }
}

extension Change {
    package static func ratingWanted(_ place: OutingPlace) -> Change { Change(RatingRequestChange(place)) }
}

extension ChangeSubject {
    package static let ratingWanted = ChangeSubject(RatingRequestChange.self)
}
