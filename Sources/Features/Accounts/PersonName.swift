/// The rules of names.
package enum PersonName {
    /// What stands in the place of somebody who was erased, where others were there too.
    package static let erased = "Someone"

    /// What somebody is called until they say otherwise: what stands before the @ of their address.
    static func from(address: String) -> String {
        String(address.prefix { $0 != "@" }.prefix(AccountLimits.name.upperBound))
    }
}
