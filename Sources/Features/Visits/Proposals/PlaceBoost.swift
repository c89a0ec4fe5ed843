import Foundation
import NoonishAPI

// Ranking of proposed places
// ==========================
// Search computes a perceived distance for each place (PlaceScore: distance, stars, opening state). What the
// group knows about a place lengthens or shortens that distance, and the places with the shortest results are
// proposed:
//
//     perceived × diets × liking
//
// diets    from 1 to 4: 4 if the place suits no one whose diet is counted, 2 if that is unknown for all
// liking   2/3 if people liked it and their number may be disclosed, times 3/4 if the reader liked it
//
// Only facts that are shown beside the place may count here, because the order itself discloses what it is
// based on.

/// A group's relation to one place: whether it suits their diets, and who liked it.
struct PlaceBoost: Hashable, Sendable {
    var fit: DietFit?
    /// How many people liked the place on a visit whose ratings may be disclosed.
    var liked: Int?
    var isLikedByReader = false

    /// The factor for the perceived distance: always positive, and 1 if nothing is known about the place.
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
