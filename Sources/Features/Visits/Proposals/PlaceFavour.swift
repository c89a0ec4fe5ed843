internal import Foundation
internal import NoonishAPI

// Which places are proposed
// =========================
// Search knows how far one would go for a place (PlaceScore: distance, stars, whether it is open). That felt distance is
// made longer or shorter by what the group knows, and the nearest by that comes first:
//
//     felt × diets × liking
//
// diets    four times as far where nobody whose needs are counted could eat, twice where nobody knows
// liking   two thirds where somebody liked it, by a number that may be told; three quarters where the reader did
//
// Nothing counts here that is not said beside the place: an order tells as much as a word.

/// How a group feels about a place. Pure.
struct PlaceFavour: Hashable, Sendable {
    var fit: DietFit?
    /// How many liked it, of a visit that may be told of.
    var liked: Int?
    var isLikedByReader = false

    /// What a felt distance is multiplied by; always above zero, and 1 for a place of which nothing is known.
    var factor: Double {
        var factor = 1.0
        if let fit, fit.of > 0 {
            factor *= 1 + (3 * Double(fit.misfits) + Double(fit.unknown)) / Double(fit.of)
        }
        if let liked, liked > 0 { factor *= 2 / 3 }
        if isLikedByReader { factor *= 3 / 4 }
        return factor
    }
}
