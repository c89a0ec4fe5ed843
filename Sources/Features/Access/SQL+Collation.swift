package import Postgres

extension SQL {
    /// The order of names that readers of a language expect.
    ///
    /// - Parameter language: Such as `fi`.
    package static func collation(of language: String) -> SQL {
        switch language {
        case "ar": #"COLLATE "ar-x-icu""#
        case "de": #"COLLATE "de-x-icu""#
        case "fi": #"COLLATE "fi-x-icu""#
        case "ja": #"COLLATE "ja-x-icu""#
        default: #"COLLATE "und-x-icu""#
        }
    }
}
