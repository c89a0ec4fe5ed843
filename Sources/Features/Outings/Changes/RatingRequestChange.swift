package import JSON
package import Journal
import Localization
import NoonishAPI

/// A request to the attendees to rate the place.
@StoredChange
package struct RatingRequestChange: ChangeKind {
    @JSONMember("current") let place: OutingPlace

    package static let names = ["rating_wanted"]
    package static let isHistory = false

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
    package static func ratingWanted(_ place: OutingPlace) -> Change {
        Change(RatingRequestChange(place: place))
    }
}

extension ChangeSubject {
    package static let ratingWanted = ChangeSubject(RatingRequestChange.self)
}
