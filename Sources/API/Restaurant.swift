public import Foundation
public import JSON

/// A restaurant with everything that is known of it.
public struct Restaurant: Hashable, Sendable, JSONCodable {
    public var summary: RestaurantSummary
    /// In other languages, or `alt`, `old`, `short` and the like.
    public var otherNames: [String: String]
    public var address: Address
    /// E.164.
    public var phone: String?
    public var website: String?
    /// OpenStreetMap's `opening_hours` text; nil is unknown, never "closed".
    public var hours: String?
    /// What the text means for seven days from the asked one on; empty where it is not known.
    public var week: [HoursDay]
    /// Name of tzdata; nil if it is not known.
    public var timeZone: String?
    public var brand: String?
    /// What the source says besides: level, wheelchair, takeaway, …
    public var details: [String: String]
    /// Whether its source no longer has it.
    public var hasVanished: Bool
    public var updatedAt: Date

    public init(
        summary: RestaurantSummary, otherNames: [String: String], address: Address, phone: String?,
        website: String?, hours: String?, week: [HoursDay], timeZone: String?, brand: String?,
        details: [String: String], hasVanished: Bool, updatedAt: Date
    ) {
        self.summary = summary
        self.otherNames = otherNames
        self.address = address
        self.phone = phone
        self.website = website
        self.hours = hours
        self.week = week
        self.timeZone = timeZone
        self.brand = brand
        self.details = details
        self.hasVanished = hasVanished
        self.updatedAt = updatedAt
    }

    public struct Address: Hashable, Sendable, JSONCodable {
        /// All of it in one line; nil if nothing is known.
        public var text: String?
        /// With the house number.
        public var street: String?
        public var postcode: String?
        public var city: String?
        /// ISO 3166-1 alpha-2.
        public var country: String?

        public init(text: String?, street: String?, postcode: String?, city: String?, country: String?) {
            self.text = text
            self.street = street
            self.postcode = postcode
            self.city = city
            self.country = country
        }

        public func encode(to writer: inout JSONWriter) {
            writer.object {
                $0.field("text", text)
                $0.field("street", street)
                $0.field("city", city)
                $0.field("postcode", postcode)
                $0.field("country", country)
            }
        }

        public init(from reader: inout JSONReader) throws(JSONFault) {
            let read = try reader.members()
            try self.init(
                text: read.optional("text"), street: read.optional("street"),
                postcode: read.optional("postcode"), city: read.optional("city"),
                country: read.optional("country"))
        }
    }

    public func encode(to writer: inout JSONWriter) {
        writer.object {
            summary.encodeMembers(to: &$0)
            $0.field("otherNames", otherNames)
            $0.field("address", address)
            $0.field("phone", phone)
            $0.field("website", website)
            $0.object("hours") {
                $0.field("text", hours)
                $0.field("week", week)
            }
            $0.field("timeZone", timeZone)
            $0.field("brand", brand)
            $0.field("details", details)
            $0.field("vanished", hasVanished)
            $0.field("source", summary.source)
            $0.field("updatedAt", updatedAt)
        }
    }

    public init(from reader: inout JSONReader) throws(JSONFault) {
        let read = try reader.members()
        let hours: Hours = try read("hours")
        try self.init(
            summary: RestaurantSummary(members: read), otherNames: read("otherNames"),
            address: read("address"), phone: read.optional("phone"), website: read.optional("website"),
            hours: hours.text, week: hours.week, timeZone: read.optional("timeZone"),
            brand: read.optional("brand"), details: read("details"), hasVanished: read("vanished"),
            updatedAt: read("updatedAt"))
    }

    private struct Hours: JSONDecodable {
        let text: String?
        let week: [HoursDay]

        init(from reader: inout JSONReader) throws(JSONFault) {
            let read = try reader.members()
            text = try read.optional("text")
            week = try read("week")
        }
    }
}
