import HTTPTypes
package import JSON
import Testing

extension TestWorld {
    /// Returns the mails to `address` as `/dev/outbox` shows them, newest first.
    package func outbox(of address: String) async throws -> [JSONValue] {
        try await anonymous.get("/dev/outbox?to=\(address)")["items"].elements
    }

    package func newestMail(to address: String) async throws -> JSONValue {
        try #require(try await outbox(of: address).first)
    }

    /// Requests a sign-in mail and returns it.
    package func signInMail(to address: String, for visitor: Visitor? = nil) async throws -> JSONValue {
        let answer = try await (visitor ?? anonymous).post("/v1/auth/email", #"{"email":"\#(address)"}"#)
        try #require(answer.status == .accepted)
        return try await newestMail(to: address)
    }

    /// Returns a program that is signed in as the owner of `address`.
    package func signedIn(_ address: String) async throws -> Visitor {
        let mail = try await signInMail(to: address)
        let session = try await anonymous.verify(code: mail["code"].text, of: address)
        let token: String = try #require(session["token"].text)
        return site.program(token: token)
    }

    /// Returns a browser that is signed in as the owner of `address`.
    package func signedInBrowser(_ address: String) async throws -> Visitor {
        let browser = site.browser()
        let mail = try await signInMail(to: address, for: browser)
        try #require(try await browser.verify(code: mail["code"].text, of: address).status == .ok)
        return browser
    }
}

extension Visitor {
    package func verify(code: String?, of address: String) async throws -> Answer {
        try await post("/v1/auth/email/verify", #"{"email":"\#(address)","code":"\#(code ?? "none")"}"#)
    }

    package func verify(token: String?) async throws -> Answer {
        try await post("/v1/auth/email/verify", #"{"token":"\#(token ?? "none")"}"#)
    }
}
