import Accounts
import Foundation
package import HTTPKit

/// A validated merge patch of the caller's own profile (RFC 7396).
struct PersonPatch: Sendable {
    /// The new name, or `nil` to keep the current one.
    let name: String?
    let timeZone: PatchField<String>
    let locale: PatchField<String>

    init(_ body: ObjectReader) throws(Problem) {
        var body = body
        let name = body.field("name", .personName)
        timeZone = body.field("timeZone", .timeZoneName)
        locale = body.field("locale", .locale)
        if case .null = name { body.refuse("name", "missing", "A name is required.") }
        try body.finish()
        self.name = name.merged(over: nil)
    }
}

extension ValueParser where Value == String {
    /// A person's name, without spaces at either end.
    package static var personName: ValueParser<String> {
        .text(AccountLimits.name).then { (name) throws(Refusal) in name.trimmingCharacters(in: .whitespaces) }
    }

    /// An IANA time zone name, including old names that browsers still send. Abbreviations such as EET are
    /// rejected because they are ambiguous.
    package static var timeZoneName: ValueParser<String> {
        .parsed(
            "the name of a time zone such as Europe/Helsinki", code: "unknown_time_zone",
            longest: AccountLimits.timeZone
        ) { name in
            guard name != "UTC" else { return name }
            return name.contains("/") && TimeZone(identifier: name)?.identifier == name ? name : nil
        }
    }

    /// A language tag: a language, optionally followed by script, region and variants.
    ///
    /// - Source: RFC 5646, section 2.1, without grandfathered tags, extensions and private use.
    fileprivate static var locale: ValueParser<String> {
        .parsed(
            "a language such as en or pt-BR", code: "unknown_locale", longest: AccountLimits.locale.upperBound
        ) {
            $0.wholeMatch(of: languageTag) == nil ? nil : $0
        }
    }
}

nonisolated(unsafe) private let languageTag =
    /[A-Za-z]{2,3}(-[A-Za-z]{4})?(-([A-Za-z]{2}|[0-9]{3}))?(-([A-Za-z0-9]{5,8}|[0-9][A-Za-z0-9]{3}))*/
