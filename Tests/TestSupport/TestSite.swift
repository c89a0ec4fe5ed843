package import Access
import Foundation
package import HTTPKit
package import HTTPTypes
package import Hummingbird
import HummingbirdTesting
package import JSON
package import Localization
import Logging
import NIOCore
import Synchronization

/// Serves `table` on a port of its own on 127.0.0.1, with everything that surrounds a route in the real program.
package func withSite<Value: Sendable>(
    _ table: RouteTable, at site: Site = .forTests, heldTo contract: KeptContract? = .kept,
    _ test: @escaping @Sendable (TestSite) async throws -> Value
) async throws -> Value {
    let router = Router.platform(
        hosts: PublicHosts(site.host), isSecure: site.isSecure, metrics: MetricsRegistry())
    table.register(on: router)
    router.answerOtherMethods()
    return try await withRouter(router, host: site.host, heldTo: contract, test)
}

/// Serves `router` the same way.
package func withRouter<Value: Sendable>(
    _ router: Router<AppContext>, host: String, heldTo contract: KeptContract? = .kept,
    _ test: @escaping @Sendable (TestSite) async throws -> Value
) async throws -> Value {
    let responder = router.buildResponder()
    let connections = ConnectionRegistry(
        ConnectionLimits(total: 0, perAddress: 1_000, files: 8_192), metrics: MetricsRegistry())
    let application = Application(
        responder: responder,
        server: .liveStreams(at: "/v1/updates/stream", responder: responder, within: connections),
        configuration: .init(address: .hostname("127.0.0.1", port: 0)), logger: .forTests)
    return try await application.test(.live) { client in
        guard let port = client.port else { throw NoPort() }
        return try await test(TestSite(port: port, host: host, contract: contract))
    }
}

private struct NoPort: Error {}

extension Site {
    /// A service for one machine, on plain http.
    package static let forTests = Site(publicURL: "http://localhost:8080", key: .forTests)

    /// A site with the program's texts.
    package init(publicURL: String, key: SecretKey) {
        self.init(publicURL: publicURL, key: key, catalogue: .shipped)
    }

    /// The host of the public URL, with its port.
    var host: String {
        publicURL.firstRange(of: "://").map { String(publicURL[$0.upperBound...]) } ?? publicURL
    }
}

extension Catalogue {
    /// The one of the program.
    package static let shipped: Catalogue = {
        do { return try Catalogue(folder: Repository.path("config/locales")) } catch {
            preconditionFailure("config/locales cannot be read: \(error)")
        }
    }()
}

extension SecretKey {
    package static let forTests: SecretKey = {
        guard let key = SecretKey(bytes: Array(repeating: 7, count: 32)) else {
            preconditionFailure("32 bytes make a key")
        }
        return key
    }()
}

/// A running service.
package struct TestSite: Sendable {
    package let port: Int
    let host: String
    let contract: KeptContract?

    /// - Parameters:
    ///   - host: The value of `Host` in requests.
    ///   - contract: Checks every response; `nil` for routes that are not the program's.
    package init(port: Int, host: String, contract: KeptContract? = .kept) {
        self.port = port
        self.host = host
        self.contract = contract
    }

    /// Returns a program, which sends no headers of pages, and its token if it has one.
    package func program(token: String? = nil) -> Visitor {
        Visitor(site: self, headers: token.map { [.authorization: "Bearer \($0)"] } ?? [:])
    }

    /// Returns a browser that shows a page of the service: it keeps cookies and sends the origin of its requests.
    package func browser() -> Visitor {
        Visitor(site: self, headers: [.secFetchSite: "same-origin", .userAgent: Self.firefox])
    }

    private static let firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
}

/// Sends requests, each on a connection of its own, and keeps the cookies of the responses.
package final class Visitor: Sendable {
    let site: TestSite
    let headers: HTTPFields
    private let cookies = Mutex<[String: String]>([:])

    init(site: TestSite, headers: HTTPFields) {
        self.site = site
        self.headers = headers
    }

    /// The bearer token of a program; empty for others.
    package var token: String { headers[.authorization].map { String($0.dropFirst("Bearer ".count)) } ?? "" }

    /// The cookies of the next request, by name.
    package var jar: [String: String] { cookies.withLock { $0 } }

    /// - Parameters:
    ///   - json: The body, as text; `nil` for none.
    ///   - headers: Added to the visitor's own, which they replace where both are there.
    ///   - host: The value of `Host`; `nil` for the service's own.
    package func send(
        _ method: HTTPRequest.Method, _ path: String, _ json: String? = nil, headers: HTTPFields = [:],
        host: String? = nil
    ) async throws -> Answer {
        var headers = headers
        if json != nil, headers[.contentType] == nil { headers[.contentType] = "application/json" }
        return try await send(
            method, path, body: json.map { ByteBuffer(string: $0) }, headers: headers, host: host)
    }

    /// A file, as it is.
    package func put(_ path: String, _ file: [UInt8], type: String) async throws -> Answer {
        try await send(.put, path, body: ByteBuffer(bytes: file), headers: [.contentType: type], host: nil)
    }

    /// A form as a browser without scripts sends it: `name=value&…`, encoded.
    package func sendForm(_ path: String, _ form: String, headers: HTTPFields = [:]) async throws -> Answer {
        var headers = headers
        headers[.contentType] = "application/x-www-form-urlencoded"
        return try await send(.post, path, form, headers: headers)
    }

    private func send(
        _ method: HTTPRequest.Method, _ path: String, body: ByteBuffer?, headers: HTTPFields, host: String?
    ) async throws -> Answer {
        var fields = self.headers
        let jar = cookies.withLock { $0.map { "\($0.key)=\($0.value)" }.sorted().joined(separator: "; ") }
        if !jar.isEmpty { fields[.cookie] = jar }
        for field in headers { fields[field.name] = field.value }
        let request = TestClient.Request(
            path, method: method, authority: host ?? site.host, headers: fields,
            body: body)
        let response = try await TestClient.withClient(host: "127.0.0.1", port: site.port) { client in
            try await client.execute(request)
        }
        keep(response.headers[values: .setCookie])
        let answer = Answer(
            status: response.status, headers: response.headers,
            text: response.body.map { String(buffer: $0) } ?? "",
            bytes: response.body.map { Array($0.readableBytesView) } ?? [])
        site.contract?.check(method, path, answer)
        return answer
    }

    package func get(_ path: String, headers: HTTPFields = [:]) async throws -> Answer {
        try await send(.get, path, headers: headers)
    }

    package func post(_ path: String, _ json: String = "{}", headers: HTTPFields = [:]) async throws -> Answer
    {
        try await send(.post, path, json, headers: headers)
    }

    package func patch(_ path: String, _ json: String, headers: HTTPFields = [:]) async throws -> Answer {
        try await send(.patch, path, json, headers: headers)
    }

    package func patch(_ path: String, _ json: String, ifMatch tag: String) async throws -> Answer {
        try await patch(path, json, headers: [.ifMatch: tag])
    }

    package func put(_ path: String, _ json: String = "{}", headers: HTTPFields = [:]) async throws -> Answer
    {
        try await send(.put, path, json, headers: headers)
    }

    package func delete(_ path: String, headers: HTTPFields = [:]) async throws -> Answer {
        try await send(.delete, path, headers: headers)
    }

    /// A cookie with `Max-Age=0` is taken back.
    private func keep(_ lines: [String]) {
        for line in lines {
            let pair = line.prefix { $0 != ";" }.split(
                separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard pair.count == 2 else { continue }
            let isOver = line.contains("Max-Age=0")
            cookies.withLock { $0[String(pair[0])] = isOver ? nil : String(pair[1]) }
        }
    }
}

/// A response.
package struct Answer: Sendable, CustomStringConvertible {
    package let status: HTTPResponse.Status
    package let headers: HTTPFields
    package let text: String
    package let bytes: [UInt8]

    /// - Parameter bytes: The body; `nil` for the bytes of `text`.
    package init(status: HTTPResponse.Status, headers: HTTPFields, text: String, bytes: [UInt8]? = nil) {
        self.status = status
        self.headers = headers
        self.text = text
        self.bytes = bytes ?? Array(text.utf8)
    }

    package var description: String { "\(status.code) \(text)" }

    /// The body; `.null` if it is not JSON.
    package var json: JSONValue { (try? JSONValue(parsing: text)) ?? .null }

    /// The stable code of a problem.
    package var code: String? { json["code"].text }

    package subscript(name: String) -> JSONValue { json[name] }

    /// The field `RateLimit`: what is left of a limit.
    package var rateLimit: String? { headers[HTTPField.Name("RateLimit")!] }

    /// The name of the limit of `RateLimit` and what is left of it, such as `reach: 9`, without the seconds.
    package var left: String? {
        rateLimit?.firstMatch(of: #/^"(\w+)";r=(\d+)/#).map { "\($0.1): \($0.2)" }
    }

    /// The seconds of `Retry-After`; 0 without it.
    package var retryAfter: Int { headers[.retryAfter].flatMap { Int($0) } ?? 0 }

    /// The code of a problem at a limit, with what it allows and what is left.
    package var limit: String {
        "\(code ?? "-") \(json["limit"].number ?? -1) \(json["left"].number ?? -1)"
    }
}

extension JSONValue {
    /// A member of an object; `.null` if there is none.
    package subscript(name: String) -> JSONValue {
        if case .object(let object) = self { object[name] ?? .null } else { .null }
    }

    /// An element of an array; `.null` if there is none.
    package subscript(index: Int) -> JSONValue {
        if case .array(let elements) = self, elements.indices.contains(index) {
            elements[index]
        } else {
            .null
        }
    }

    package var text: String? {
        if case .string(let text) = self { text } else { nil }
    }

    package var number: Int? {
        if case .integer(let number) = self { number } else { nil }
    }

    package var elements: [JSONValue] {
        if case .array(let elements) = self { elements } else { [] }
    }

    /// Names of the members, in the order they were written.
    package var names: [String] {
        if case .object(let object) = self { object.members.map(\.name) } else { [] }
    }
}
