public import Foundation
public import JSON

/// A restaurant with all its details.
@JSONObject
public struct Restaurant: WireValue {
    public var summary: RestaurantSummary
    /// Names by BCP 47 language tag, or by OpenStreetMap's suffixes `alt`, `old`, `short` and the like.
    public var otherNames: [String: String]
    public var address: Address
    /// In E.164 format.
    public var phone: String?
    public var website: String?
    /// OpenStreetMap's `opening_hours` text; `nil` means unknown, never closed.
    public var hours: String?
    /// The hours of seven days from the requested one on; empty if unknown.
    public var week: [HoursDay]
    /// The tzdata name of the time zone; `nil` if unknown.
    public var timeZone: String?
    public var brand: String?
    /// Further properties from the source: level, wheelchair, takeaway, …
    public var details: [String: String]
    /// What it has published as its menu; `nil` if nothing.
    public var menu: MenuOverview? = nil
    /// The path of the logo, which changes with it; with `&size=160`, that of a small one.
    public var logo: String? = nil
    /// Whether its source no longer lists it.
    public var hasVanished: Bool
    public var updatedAt: Date

    @JSONObject
    public struct Address: WireValue {
        /// The whole address on one line; `nil` if nothing is known.
        public var text: String?
        /// With the house number.
        public var street: String?
        public var city: String?
        public var postcode: String?
        /// ISO 3166-1 alpha-2.
        public var country: String?
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
            $0.field("menu", menu)
            $0.field("logo", logo)
            $0.field("vanished", hasVanished)
            $0.field("source", summary.source)
            $0.field("updatedAt", updatedAt)
        }
    }

    public init(from reader: inout JSONReader) throws(JSONFault) {
        var members = RestaurantSummaryMembers()
        var own = Own()
        try reader.object(Self.names) { (reader, name) throws(JSONFault) in
            switch name {
            case .summary(let name): try members.read(name, from: &reader)
            case .own(let name): try own.read(name, from: &reader)
            }
        }
        let hours = try reader.required(own.hours, "hours")
        try self.init(
            summary: members.summary(reader), otherNames: reader.required(own.otherNames, "otherNames"),
            address: reader.required(own.address, "address"), phone: own.phone, website: own.website,
            hours: hours.text, week: hours.week, timeZone: own.timeZone, brand: own.brand,
            details: reader.required(own.details, "details"), menu: own.menu,
            logo: own.logo, hasVanished: reader.required(own.hasVanished, "vanished"),
            updatedAt: reader.required(own.updatedAt, "updatedAt"))
    }

    private static let names = JSONNames(Name.self)

    /// The names of the summary's members and of the additional ones, in the order in which they are written.
    private enum Name: CaseIterable, RawRepresentable {
        case summary(RestaurantSummaryMembers.Name)
        case own(Own.Name)

        static let allCases: [Name] =
            RestaurantSummaryMembers.Name.allCases.filter { $0 != .source }.map(Name.summary)
            + Own.Name.allCases.filter { $0 != .updatedAt }.map(Name.own)
            + [.summary(.source), .own(.updatedAt)]

        var rawValue: String {
            switch self {
            case .summary(let name): name.rawValue
            case .own(let name): name.rawValue
            }
        }

        init?(rawValue: String) {
            guard let name = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
            self = name
        }
    }

    /// The members that a summary does not have, as decoded so far.
    private struct Own {
        enum Name: String, CaseIterable {
            case otherNames, address, phone, website, hours, timeZone, brand, details, menu, logo
            case vanished
            case updatedAt
        }

        var otherNames: [String: String]?
        var address: Address?
        var phone: String?
        var website: String?
        var hours: Hours?
        var timeZone: String?
        var brand: String?
        var details: [String: String]?
        var menu: MenuOverview?
        var logo: String?
        var hasVanished: Bool?
        var updatedAt: Date?

        mutating func read(_ name: Name, from reader: inout JSONReader) throws(JSONFault) {
            switch name {
            case .otherNames: otherNames = try [String: String](from: &reader)
            case .address: address = try Address(from: &reader)
            case .phone: phone = try reader.optional()
            case .website: website = try reader.optional()
            case .hours: hours = try Hours(from: &reader)
            case .timeZone: timeZone = try reader.optional()
            case .brand: brand = try reader.optional()
            case .details: details = try [String: String](from: &reader)
            case .menu: menu = try reader.optional()
            case .logo: logo = try reader.optional()
            case .vanished: hasVanished = try reader.boolean()
            case .updatedAt: updatedAt = try Date(from: &reader)
            }
        }
    }

    @JSONObject(onePass: true)
    private struct Hours: JSONDecodable {
        let text: String?
        let week: [HoursDay]
    }
}
