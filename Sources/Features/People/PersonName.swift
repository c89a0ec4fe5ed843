/// The rules of names.
enum PersonName {
    /// What somebody is called until they say otherwise: what stands before the @ of their address.
    static func from(address: String) -> String {
        String(address.prefix { $0 != "@" }.prefix(PeopleLimits.name.upperBound))
    }
}
