import Access
import HTTPKit
import HTTPTypes
import Hummingbird
import JSON
import Words

/// `/locales/{tag}.json`: what the browser client says, in one language.
struct LocaleRoutes {
    let catalogue: Catalogue

    var routes: [Route] {
        catalogue.tags.map { tag in
            let texts = ClientTexts(texts: catalogue.texts(of: tag, below: "web"))
            return Route(.get, "/locales/\(tag).json", .readService, scope: .anyone, kind: .page) { _ in
                .json(.ok, texts, etag: .content, headers: [.cacheControl: "no-cache"])
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
