import Foundation

/// What a program on Foundation's coders has for `Restaurant`: the members of docs/openapi.json, no more and no less.
struct CodableRestaurant: Codable, Equatable {
    /// A text, as Foundation writes identifiers in capitals, which the contract does not.
    var id: String
    var name: String
    var kind: String
    var cuisines: [String]
    var diets: [String: String]
    var location: Location
    var distance: Double?
    var openAt: OpenAt?
    var price: Int?
    var rating: Rating?
    var liked: Bool?
    var match: Match?
    var reason: String?
    var dietFit: DietFit?
    var longestWay: String?
    var otherNames: [String: String]
    var address: Address
    var phone: String?
    var website: String?
    var hours: Hours
    var timeZone: String?
    var brand: String?
    var details: [String: String]
    var vanished: Bool
    var source: Source
    var updatedAt: Date

    struct Location: Codable, Equatable {
        var latitude: Double
        var longitude: Double
    }

    struct OpenAt: Codable, Equatable {
        var state: String
        var until: Date?
        var comment: String?
    }

    struct Rating: Codable, Equatable {
        var value: Double
        var count: Int
    }

    struct Match: Codable, Equatable {
        var field: String
        var text: String
    }

    struct DietFit: Codable, Equatable {
        var fits: Int
        var of: Int
        var unknown: Int
    }

    struct Address: Codable, Equatable {
        var text: String?
        var street: String?
        var city: String?
        var postcode: String?
        var country: String?
    }

    struct Hours: Codable, Equatable {
        var text: String?
        var week: [Day]
    }

    struct Day: Codable, Equatable {
        var date: String
        var spans: [Span]
    }

    struct Span: Codable, Equatable {
        var from: String
        var to: String
        var state: String
        var comment: String?
    }

    struct Source: Codable, Equatable {
        var id: String
        var name: String
        var licence: String
        var attribution: String
        var url: String
    }
}
