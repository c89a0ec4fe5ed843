import HTTPKit
import HTTPTypes
import Hummingbird
package import Localization

extension Call {
    /// Returns the reader's language: the person's choice, else the best match of `Accept-Language`, else
    /// English.
    package func language(of person: String? = nil) -> Language {
        site.catalogue.language(of: person, asked: acceptLanguage)
    }

    /// The first locale in `Accept-Language` whose language is available; `nil` if there is none.
    package var requestedLocale: String? { acceptLanguage.flatMap(site.catalogue.locale(asked:)) }

    package var acceptLanguage: String? {
        let fields = request.headers[values: .acceptLanguage]
        return fields.isEmpty ? nil : fields.joined(separator: ",")
    }
}
