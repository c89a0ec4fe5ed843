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

    /// The sections of the catalogue, with the names of their files; `nil` for the texts that all screens load.
    private static let sections: [(section: String, file: String?)] = [
        ("web", nil), ("about", "about"), ("venues", "venues"), ("records", "records"),
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
            Self.sections.map { section, file in
                let path = "/locales/\(tag)" + (file.map { "/\($0)" } ?? "") + ".json"
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
