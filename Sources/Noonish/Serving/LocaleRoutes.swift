import Access
import HTTPKit
import HTTPTypes
import Hummingbird
import JSON
import Localization
import NoonishAPI

/// The web client's texts, in one language each.
struct LocaleRoutes {
    let catalogue: Catalogue

    var routes: [Route] {
        catalogue.tags.map { tag in
            let texts = texts(of: tag)
            return Route(.get, Self.path(of: tag), .readService, scope: .anyone, kind: .page) { _ in
                .json(.ok, texts, etag: .content, headers: [.cacheControl: "no-cache"])
            }
        }
    }

    /// The address and entity tag of each language's texts.
    var tags: [(path: String, tag: EntityTag)] {
        catalogue.tags.map { tag in
            var writer = JSONWriter()
            texts(of: tag).encode(to: &writer)
            return (Self.path(of: tag), EntityTag(.content, representation: writer.finish()))
        }
    }

    private static func path(of tag: String) -> String { "/locales/\(tag).json" }

    private func texts(of tag: String) -> ClientTexts {
        ClientTexts(texts: catalogue.texts(of: tag, below: "web"))
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
