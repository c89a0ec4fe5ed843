import Testing

@testable import Fetch

@Suite struct `A request` {
    @Test(arguments: [
        "", "example.com", "/path", "https://", "https:///path", "ftp://example.com/", "file:///etc/passwd",
        "https://example.com:0/", "https://example.com:99999/", "https://exa mple.com/",
        "https://example.com/a b",
        "https://example.com/\r\nX-Evil: yes", "https://example.com/\u{0}", "https://example.com/\u{7f}",
        "https://user@example.com/", "https://user:secret@example.com/", "https://example.com/%00",
        "https://example.com/" + String(repeating: "a", count: 8_192),
    ])
    func `cannot be made of a bad URL`(url: String) {
        #expect(throws: FetchError.self) { try FetchRequest(.get, url, policy: .any, allowsPlainHTTP: true) }
    }

    @Test(arguments: [
        HTTPHeader("", "x"), HTTPHeader("X Y", "x"), HTTPHeader("X:", "x"), HTTPHeader("X\r\nY", "x"),
        HTTPHeader("X", "a\r\nEvil: yes"), HTTPHeader("X", "a\nb"), HTTPHeader("X", "a\u{0}b"),
        HTTPHeader("X", "Zoë"), HTTPHeader("Ünicode", "x"), HTTPHeader("Host", "other.example"),
        HTTPHeader("content-length", "0"), HTTPHeader("Transfer-Encoding", "chunked"),
    ])
    func `cannot be made of a bad header`(header: HTTPHeader) {
        #expect(throws: FetchError.self) { try FetchRequest(.get, "https://example.com/", headers: [header]) }
    }

    @Test(arguments: [
        "http://example.com/", "https://127.0.0.1/", "https://[::1]/", "https://2130706433/",
        "https://0x7f.1/",
        "https://127.1/", "https://0177.0.0.1/", "https://8.8.8.8/", "https://[2606:4700::1]/",
        "https://example.com:22/", "https://example.com:8080/",
    ])
    func `to a stranger needs https, a name and a usual port`(url: String) {
        let refusal = #expect(throws: FetchError.self) { try FetchRequest(.get, url, allowsPlainHTTP: true) }

        guard case .refused = refusal else { return #expect(Bool(false), "\(String(describing: refusal))") }
    }

    @Test(arguments: ["https://example.com/", "https://example.com:443/x?y=z", "https://example.com:8443/"])
    func `to a stranger is fine otherwise`(url: String) throws {
        let request = try FetchRequest(.post, url, headers: [HTTPHeader("TTL", "60")], body: [1])

        #expect(request.policy == .publicOnly)
        #expect(request.policy.exemption == nil)
    }

    @Test func `over http needs to be allowed`() throws {
        #expect(throws: FetchError.refused("http://127.0.0.1:80 must use https")) {
            try FetchRequest(.get, "http://127.0.0.1/", policy: .any)
        }
        #expect(
            try FetchRequest(.get, "http://127.0.0.1/", policy: .any, allowsPlainHTTP: true).url.port == 80)
    }

    @Test func `with GET has no body`() {
        #expect(throws: FetchError.invalid("a GET request cannot have a body")) {
            try FetchRequest(.get, "https://example.com/", body: [1])
        }
    }

    @Test func `never shows more of its URL than where it leads`() throws {
        let url = try NetworkURL("HTTPS://Example.COM/secret/token?key=secret")

        #expect(url.origin == "https://example.com:443")
        #expect(url.path == "/secret/token")
        #expect(url.query == "key=secret")
    }
}
