public import JSON

/// Where a restaurant is known from, as it must be said wherever its data is shown.
public struct RestaurantSource: Hashable, Sendable, JSONEncodable {
    public var id: String
    public var name: String
    public var licence: String
    public var attribution: String
    /// The licence, or the page that names the contributors.
    public var url: String

    public init(id: String, name: String, licence: String, attribution: String, url: String) {
        self.id = id
        self.name = name
        self.licence = licence
        self.attribution = attribution
        self.url = url
    }

    public func encode(to writer: inout JSONWriter) {
        writer.object {
            $0.field("id", id)
            $0.field("name", name)
            $0.field("licence", licence)
            $0.field("attribution", attribution)
            $0.field("url", url)
        }
    }
}
