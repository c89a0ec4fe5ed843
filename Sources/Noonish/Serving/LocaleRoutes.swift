import Access
import HTTPKit
import HTTPTypes
import Hummingbird
import JSON
import Localization
import NoonishAPI

/// The web client's texts in each language: those that every screen may need, and those of a group of screens, which load them.
struct LocaleRoutes {
    let catalogue: Catalogue

    /// The section of the catalogue that all screens load.
    private static let common = "web"
    /// The sections of groups of screens.
    private static let groups = [
        "about", "account", "bills", "people", "venues", "records", "invoices", "series",
    ]

    var routes: [Route] {
        files.map { path, texts in
            Route(.get, path, .readService, scope: .anyone, kind: .page) { _ in
                .json(.ok, texts, etag: .content, headers: [.cacheControl: "no-cache"])
            }
        }
    }

    /// The address and entity tag of each file.
    var tags: [(path: String, tag: EntityTag)] {
        files.map { path, texts in
            var writer = JSONWriter()
            texts.encode(to: &writer)
            return (path, EntityTag(.content, representation: writer.finish()))
        }
    }

    private var files: [(path: String, texts: ClientTexts)] {
        catalogue.tags.flatMap { tag in
            ([Self.common] + Self.groups).map { section in
                let path = "/locales/\(tag)" + (section == Self.common ? "" : "/\(section)") + ".json"
                return (path, ClientTexts(texts: catalogue.texts(of: tag, below: section)))
            }
        }
    }
}

private struct ClientTexts: JSONEncodable {
    let texts: [(key: String, text: String)]

    func encode(to writer: inout JSONWriter) {
        writer.object {
            for text in texts { $0.field(named: text.key, text.text) }
        }
    }
}
