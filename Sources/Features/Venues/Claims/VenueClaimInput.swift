import Access
import Foundation
import GeoSearch
import HTTPKit
import NoonishAPI
import Restaurants

/// A validated request to run a restaurant.
struct NewVenueClaim: Sendable {
    let method: VenueClaim.Method
    /// In lower case.
    let address: String?

    /// The methods that a request can name.
    enum Method: String, CaseIterable, Sendable { case mail, website, `operator` }

    init(_ body: ObjectReader) throws(Problem) {
        var body = body
        let method = body.required("method", .oneOf(Method.self))
        let address = body.optional("address", .emailAddress)
        switch try body.finish(method) {
        case .mail: self.method = .mail
        case .website: self.method = .website
        case .operator: self.method = .operator
        }
        self.address = address?.lowercased()
    }
}

extension NewRestaurant {
    init(_ body: ObjectReader) throws(Problem) {
        var body = body
        let name = body.required("name", .text(VenueLimits.name))
        let kind = body.required("kind", .oneOf(PlaceKind.self))
        let latitude = body.required("latitude", .number(-90...90))
        let longitude = body.required("longitude", .number(-180...179.999999))
        let zone = body.required(
            "timeZone",
            .parsed("the name of a time zone such as Europe/Helsinki", code: "unknown_time_zone", longest: 64)
            {
                TimeZone(identifier: $0)?.identifier
            })
        let street = body.optional("street", .text(VenueLimits.name))
        let postcode = body.optional("postcode", .text(VenueLimits.postcode))
        let city = body.optional("city", .text(VenueLimits.name))
        let country = body.optional(
            "country",
            .parsed("a code of two letters such as FI", code: "malformed_country", longest: 2) { text in
                text.wholeMatch(of: /[A-Z]{2}/) == nil ? nil : text
            })
        let phone = body.optional("phone", .phoneNumber)
        let email = body.optional("email", .emailAddress)
        let website = body.optional("website", .website)
        let hours = body.optional("openingHours", .openingHours)
        let isDistinct = body.optional("distinct", .boolean) ?? false
        let (text, chosen, north, east, timeZone) = try body.finish(name, kind, latitude, longitude, zone)
        self.init(
            kind: chosen, latitude: north, longitude: east, timeZone: timeZone, country: country,
            profile: RestaurantProfile(
                name: text, street: street, postcode: postcode, city: city, phone: phone, email: email,
                website: website, openingHours: hours),
            isDistinct: isDistinct)
    }
}

extension String {
    /// The letters and digits of a name, folded, by which similar names are found.
    var comparableName: String {
        folding(options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
            .filter { $0.isLetter || $0.isNumber }
    }
}
