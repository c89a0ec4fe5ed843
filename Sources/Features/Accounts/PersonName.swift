/// Names of people.
package enum PersonName {
    /// The name shown for an erased person where others still see what they took part in.
    package static let erased = "Someone"

    /// Returns the initial name of a person: the part of their address before the @.
    static func from(address: String) -> String {
        String(address.prefix { $0 != "@" }.prefix(AccountLimits.name.upperBound))
    }
}
