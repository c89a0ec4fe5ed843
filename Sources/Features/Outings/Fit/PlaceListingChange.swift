import JSON
package import Journal

/// The source of the directory's data no longer lists the chosen place, or lists it again.
struct PlaceListingChange: ValueTransition {
    enum Listing: String, JSONEncodable, StoredValue {
        case listed
        case vanished
    }

    var old: Listing
    var new: Listing

    static let names = ["place_vanished", "place_listed"]
    static let isHistory = false
    var name: String { new == .vanished ? "place_vanished" : "place_listed" }

    var audience: Audience { .hosts }
    var rank: Int { 170 }
    func isOutdated(by later: Change) -> Bool {
        later.is(PlaceChange.self) || later.is(CancellationChange.self)
    }

    func clause(in context: SentenceContext) -> String? {
        context.say(new == .vanished ? "change.place.vanished" : "change.place.listed")
    }
}

extension Change {
    /// - Parameter vanished: Whether the source no longer lists the place.
    package static func placeListing(vanished: Bool) -> Change {
        Change(
            PlaceListingChange(
                old: vanished ? .listed : .vanished, new: vanished ? .vanished : .listed))
    }
}
