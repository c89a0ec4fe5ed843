import Access
import HTTPKit
import HTTPTypes
import Hummingbird
import JSON
import Localization
import NIOCore
import NoonishAPI

/// The web client's service worker, preceded by the list of files that it caches.
///
/// The script changes with every file of the client, and browsers then fetch all files anew, so that a page gets
/// every file from one version.
struct ShellRoutes: Sendable {
    let web: WebFiles
    let catalogue: Catalogue

    var routes: [Route] {
        // At the root, because the scope of a service worker is the path below its own address.
        [Route(.get, "/service-worker.js", .readService, scope: .anyone, kind: .page, worker)]
    }

    @Sendable private func worker(_ call: Call) throws -> Response {
        guard let script = web.contents("service-worker.js") else { throw Problem.notFound }
        var writer = JSONWriter()
        try shell().encode(to: &writer)
        var bytes = ByteBuffer(string: "const SHELL = ")
        bytes.writeImmutableBuffer(writer.finish())
        bytes.writeString(";\n\n")
        bytes.writeImmutableBuffer(script.bytes)
        let headers = WebFiles.headers(
            WebFiles.types["js"], EntityTag(.content, representation: bytes))
        return Response(status: .ok, headers: headers, body: .init(byteBuffer: bytes))
    }

    /// Every file with its tag, and the page in each language.
    private func shell() throws -> Shell {
        var files = web.assets().compactMap { path in
            web.contents(path).map { (path: "/\(path)", tag: $0.tag) }
        }
        files += LocaleRoutes(catalogue: catalogue).tags
        let pages = try catalogue.tags.map { tag in
            EntityTag(.content, representation: try web.pageText(in: catalogue.language(for: [tag])))
        }
        return Shell(files: files, pages: pages)
    }
}

/// The files with which the client starts offline.
private struct Shell: JSONEncodable {
    let files: [(path: String, tag: EntityTag)]
    let pages: [EntityTag]

    /// A tag of all files together.
    private var version: EntityTag {
        let all = files.map { "\($0.path) \($0.tag)" } + pages.map(\.description)
        return EntityTag(.content, representation: ByteBuffer(string: all.joined(separator: "\n")))
    }

    func encode(to writer: inout JSONWriter) {
        writer.object {
            $0.field("version", version.hash)
            $0.array("screens", WebFiles.screens) { $0.value($1) }
            $0.array("pages", pages) { $0.value($1.description) }
            $0.object("files") { for file in files { $0.field(named: file.path, file.tag.description) } }
        }
    }
}
