import HTTPKit
import NoonishAPI

/// A validated rating of the place of an outing.
struct RatingInput: Sendable {
    let outing: OutingID
    let stars: Int
    let words: String?

    init(_ body: ObjectReader) throws(Problem) {
        var body = body
        let outing = body.required(
            "outingId", .parsed("an id", code: "malformed_id", longest: 36) { OutingID($0) })
        let stars = body.required("stars", .integer(VisitLimits.stars))
        words = body.optional("words", .text(VisitLimits.words, multiline: true))
        (self.outing, self.stars) = try body.finish(outing, stars)
    }
}
