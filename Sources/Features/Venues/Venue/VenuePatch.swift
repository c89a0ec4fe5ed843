import Access
import HTTPKit
import OpeningHours
import Restaurants

/// A validated merge patch of a venue (RFC 7396).
struct VenuePatch: Sendable {
    let name: String?
    let street: PatchField<String>
    let postcode: PatchField<String>
    let city: PatchField<String>
    let phone: PatchField<String>
    let email: PatchField<String>
    let website: PatchField<String>
    let openingHours: PatchField<String>
    let takesOrders: Bool?
    let takesOnlinePayments: Bool?
    let taxNumber: PatchField<String>
    let rules: VenueOrderRulesPatch

    init(_ body: ObjectReader) throws(Problem) {
        var body = body
        name = body.optional("name", .text(VenueLimits.name))
        street = body.field("street", .text(VenueLimits.name))
        postcode = body.field("postcode", .text(VenueLimits.postcode))
        city = body.field("city", .text(VenueLimits.name))
        phone = body.field("phone", .phoneNumber)
        email = body.field("email", .emailAddress)
        website = body.field("website", .website)
        openingHours = body.field("openingHours", .openingHours)
        takesOrders = body.optional("takesOrders", .boolean)
        takesOnlinePayments = body.optional("takesOnlinePayments", .boolean)
        taxNumber = body.field("taxNumber", .text(VenueLimits.taxNumber))
        rules = VenueOrderRulesPatch(&body)
        try body.finish()
    }

    func applied(to profile: RestaurantProfile) -> RestaurantProfile {
        RestaurantProfile(
            name: name ?? profile.name, street: street.merged(over: profile.street),
            postcode: postcode.merged(over: profile.postcode), city: city.merged(over: profile.city),
            phone: phone.merged(over: profile.phone),
            email: email.merged(over: profile.email), website: website.merged(over: profile.website),
            openingHours: openingHours.merged(over: profile.openingHours))
    }
}

extension ValueParser where Value == String {
    /// - Source: ITU-T E.164, section 6.
    static var phoneNumber: ValueParser<String> {
        .parsed("a number such as +358912345", code: "malformed_phone", longest: 16) { text in
            text.wholeMatch(of: /\+[1-9][0-9]{4,14}/) == nil ? nil : text
        }
    }

    static var website: ValueParser<String> {
        .parsed(
            "an address that begins with https:// or http://", code: "malformed_url",
            longest: VenueLimits.website.upperBound
        ) { text in text.wholeMatch(of: /https?:\/\/[^\s\/]+\.[^\s]+/) == nil ? nil : text }
    }

    static var openingHours: ValueParser<String> {
        .parsed(
            "hours such as Mo-Fr 11:00-14:00", code: "unreadable_hours", longest: ScheduleLimits.maximumBytes
        ) { text in (try? Schedule(text)) == nil ? nil : text }
    }
}
