internal import HTTPKit
internal import HTTPTypes
internal import Hummingbird
package import Localization

extension Call {
    /// The reader's language: what the person chose, else what the request asks for, else English.
    package func language(of person: String? = nil) -> Language {
        site.catalogue.language(of: person, asked: acceptLanguage)
    }

    /// The first locale that the request asks for in a language that we have; nil if there is none.
    package var askedLocale: String? { acceptLanguage.flatMap(site.catalogue.locale(asked:)) }

    package var acceptLanguage: String? {
        let fields = request.headers[values: .acceptLanguage]
        return fields.isEmpty ? nil : fields.joined(separator: ",")
    }
}
