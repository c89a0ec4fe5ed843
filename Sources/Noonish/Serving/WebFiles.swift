import Access
import Foundation
import HTTPKit
import HTTPTypes
import Hummingbird
import Localization
import Mustache
import NIOCore
import NoonishAPI
import Synchronization
import SystemPackage

/// The web client: its files below `/assets/`, and one page for every screen.
///
/// Files are cached in memory and read again when their modification time changes, so that an edit is visible after
/// a reload. A current ``ClientBundle`` replaces the modules in pages and the style sheet; the modules keep their
/// addresses.
final class WebFiles: Sendable {
    private let folder: String
    private let isBundled: Bool
    private let map: MapView
    private let area: SearchArea?
    /// Whether bills can be paid online. The client does not ask otherwise.
    private let paysOnline: Bool
    private let files = Mutex<[String: File]>([:])

    private struct File {
        let modified: [UInt8]
        let type: String
        let tag: EntityTag
        let bytes: ByteBuffer
    }

    /// Creates the files.
    ///
    /// - Parameters:
    ///   - folder: The folder with `index.html` and `assets/`.
    ///   - area: The area that searches begin with.
    init(folder: String, map: MapView, area: SearchArea? = nil, paysOnline: Bool = false) throws {
        self.folder = folder
        self.map = map
        self.area = area
        self.paysOnline = paysOnline
        isBundled = ClientBundle.isCurrent(in: folder, assets: Self.assets(in: folder))
        guard file("index.html") != nil else {
            throw CommandError(
                .input, "\(folder)/index.html, the browser client, cannot be read; set web.folder")
        }
    }

    /// The folder of the pages that the server renders.
    var templates: String { "\(folder)/templates" }

    /// Every screen of the client, which reads the screen from the address.
    static let screens = [
        "/", "/outings/new", "/outings/{id}", "/outings/{id}/edit", "/outings/{id}/history",
        "/outings/{id}/bill", "/outings/{id}/bill/edit", "/outings/{id}/order/history",
        "/outings/{id}/order/menu", "/outings/{id}/order/receipt", "/outings/{id}/order/sheet",
        "/outings/{id}/people", "/outings/{id}/suggestions", "/series/{id}", "/series/{id}/edit",
        "/series/{id}/receipts", "/restaurants", "/restaurants/{id}", "/restaurants/{id}/menu",
        "/restaurants/{id}/claim", "/dishes", "/dishes/{id}", "/venues/new", "/venues/{id}",
        "/venues/{id}/people", "/venues/{id}/history", "/venues/{id}/stations", "/venues/{id}/stock",
        "/venues/{id}/menu", "/venues/{id}/records", "/venues/{id}/customers",
        "/venues/{id}/customers/{customerId}", "/venues/{id}/filters", "/venues/{id}/invoices",
        "/venues/{id}/invoices/{invoiceId}",
        "/orders", "/updates", "/circles/{id}", "/friends", "/settings",
        "/venues", "/venues/{id}/board", "/pair",
        "/sign-in", "/about", "/privacy",
    ]

    /// The screen to which people come back from a payment, also guests without scripts whose browser does not know their link.
    private static let billScreen = "/outings/{id}/bill"

    /// - Parameter privacy: The page that needs no scripts.
    func routes(_ privacy: PrivacyPage) -> [Route] {
        let assets = Route(.get, "/assets/**", .readService, scope: .anyone, kind: .page) { call in
            let path = call.context.parameters.getCatchAll().map(String.init)
            return try self.answer((["assets"] + path).joined(separator: "/"))
        }
        return [assets]
            + Self.screens.map { path in
                Route(.get, path, .readService, scope: .anyone, kind: .page) { call in
                    let language = call.language()
                    let plain = path == PrivacyPage.path ? privacy.values(in: language) : nil
                    var page = try self.page(in: language, privacy: plain, isBill: path == Self.billScreen)
                    for mark in Cookie.missingMarks(in: call.request, site: call.site) {
                        page.setCookie(mark)
                    }
                    return page
                }
            }
    }

    func answer(_ path: String) throws -> Response {
        guard let file = file(path) else { throw Problem.notFound }
        var headers = Self.headers(file.type, file.tag)
        if ClientBundle.isImmutable(path) { headers[.cacheControl] = "public, max-age=31536000, immutable" }
        return Response(status: .ok, headers: headers, body: .init(byteBuffer: file.bytes))
    }

    func page(
        in language: Language, privacy: [String: Any]? = nil, isBill: Bool = false
    ) throws -> Response {
        let bytes = try pageText(in: language, privacy: privacy, isBill: isBill)
        var headers = Self.headers(Self.types["html"], EntityTag(.content, representation: bytes))
        headers[.vary] = "Accept-Language"
        return Response(status: .ok, headers: headers, body: .init(byteBuffer: bytes))
    }

    /// The page of every screen, with its few texts in the browser's language.
    ///
    /// - Parameters:
    ///   - privacy: What the privacy page shows without scripts.
    ///   - isBill: Whether people may come back from a payment, and read where its state is without scripts.
    func pageText(
        in language: Language, privacy: [String: Any]? = nil, isBill: Bool = false
    ) throws -> ByteBuffer {
        guard let file = file("index.html") else { throw Problem.notFound }
        var values = language.pageValues
        values["app"] = language.plain(below: "page.app")
        values["isBundled"] = isBundled
        values["icons"] = contents("assets/icons.svg").map { String(buffer: $0.bytes) }
        values["paysOnline"] = paysOnline
        values["mapKind"] = map.kind.rawValue
        values["mapCredit"] = map.attribution
        values["area"] = area?.point ?? ""
        values["areaName"] = area?.name ?? ""
        values["privacy"] = privacy
        values["isBill"] = isBill
        return ByteBuffer(string: try MustacheTemplate(string: String(buffer: file.bytes)).render(values))
    }

    /// The bytes and the tag of a client file; `nil` if there is none.
    func contents(_ path: String) -> (bytes: ByteBuffer, tag: EntityTag)? {
        file(path).map { ($0.bytes, $0.tag) }
    }

    /// Returns the path of every file that the client loads, sorted: all below `assets/`, or the bundle in place of
    /// the modules.
    func assets() -> [String] {
        let all = Self.assets(in: folder)
        let served =
            isBundled ? ClientBundle.replacingModules(in: all, with: Self.names(in: "\(folder)/bundle")) : all
        return served.filter { file($0) != nil }.sorted()
    }

    private static func assets(in folder: String) -> [String] {
        names(in: "\(folder)/assets").map { "assets/\($0)" }
    }

    /// Returns the paths of all files below a folder, relative to it.
    private static func names(in folder: String) -> [String] {
        FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
    }

    static func headers(_ type: String?, _ tag: EntityTag) -> HTTPFields {
        // Names that do not change with contents: browsers must revalidate at each use.
        [.contentType: type ?? "", .eTag: tag.description, .cacheControl: "no-cache"]
    }

    /// The file's path. Leaflet's files are outside the folder, and the bundle is beside `assets/`.
    private func place(of path: String) -> String? {
        if isBundled, let bundled = ClientBundle.replacement(for: path) { return "\(folder)/\(bundled)" }
        if path.hasPrefix(ClientBundle.folder) { return "\(folder)/\(path.dropFirst("assets/".count))" }
        let leaflet = "assets/leaflet/"
        guard path.hasPrefix(leaflet) else { return "\(folder)/\(path)" }
        return map.leaflet.map { "\($0)/\(path.dropFirst(leaflet.count))" }
    }

    private func file(_ path: String) -> File? {
        guard Self.isPlain(path),
            let type = Self.types[path.split(separator: ".").last.map(String.init) ?? ""]
        else { return nil }
        guard let place = place(of: path), let found = try? Stat(FilePath(place)), found.type == .regular
        else { return nil }
        // The raw bytes of the timespec, which are only compared for equality.
        let modified = withUnsafeBytes(of: found.st_mtim, Array.init)
        let known = files.withLock { $0[path] }
        if let known, known.modified == modified { return known }
        guard let contents = FileManager.default.contents(atPath: place) else { return nil }
        let bytes = ByteBuffer(bytes: contents)
        let file = File(
            modified: modified, type: type, tag: EntityTag(.content, representation: bytes), bytes: bytes)
        files.withLock { $0[path] = file }
        return file
    }

    /// Whether all names consist of lower-case letters, digits, `-`, `_` and `.` and none is hidden, so that the
    /// path cannot leave the folder.
    private static func isPlain(_ path: String) -> Bool {
        path.split(separator: "/", omittingEmptySubsequences: false).allSatisfy { name in
            !name.isEmpty && name.first != "."
                && name.utf8.allSatisfy { byte in
                    switch byte {
                    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"),
                        UInt8(ascii: "."):
                        true
                    default: false
                    }
                }
        }
    }

    static let types = [
        "css": "text/css; charset=utf-8", "html": "text/html; charset=utf-8", "ico": "image/x-icon",
        "jpg": "image/jpeg", "js": "text/javascript; charset=utf-8", "json": "application/json",
        "map": "application/json",
        "png": "image/png", "svg": "image/svg+xml", "txt": "text/plain; charset=utf-8",
        "webmanifest": "application/manifest+json", "webp": "image/webp", "woff2": "font/woff2",
    ]
}
