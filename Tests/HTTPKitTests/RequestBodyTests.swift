import HTTPKit
import HTTPTypes
import HummingbirdTesting
import JSON
import NIOCore
import Testing

@Suite struct RequestBodyTests {
    @Test(arguments: [
        (HTTPRequest.Method.post, "application/json", 201), (.post, "application/json; charset=UTF-8", 201),
        (.post, "Application/JSON;charset=\"utf-8\"", 201), (.patch, "application/merge-patch+json", 200),
        (.patch, "application/json", 200), (.post, "application/merge-patch+json", 415),
        (.post, "text/plain", 415),
        (.post, "application/json; charset=latin1", 415), (.post, "application/x-www-form-urlencoded", 415),
        (.post, "", 415), (.patch, "application/json-patch+json", 415),
    ])
    func `reads JSON that says it is JSON`(method: HTTPRequest.Method, type: String, status: Int) async throws
    {
        try await TestService().test { client in
            let headers: HTTPFields = type.isEmpty ? [:] : [.contentType: type]
            let response = try await client.execute(
                uri: "/echo", method: method, headers: headers, body: ByteBuffer(string: #"{"a":1}"#))

            #expect(response.status.code == status)
            guard status == 415 else { return }
            #expect(response.text("code") == "unsupported_media_type")
            let told = response.headers[method == .patch ? HTTPField.Name("Accept-Patch")! : .accept]
            #expect(
                told
                    == (method == .patch
                        ? "application/merge-patch+json, application/json" : "application/json"))
        }
    }

    @Test func `reads nothing that is encoded`() async throws {
        try await TestService().test { client in
            let response = try await client.execute(
                uri: "/echo", method: .post,
                headers: [.contentType: "application/json", .contentEncoding: "gzip"],
                body: ByteBuffer(string: "{}"))

            #expect(response.status == .unsupportedMediaType)
        }
    }

    @Test(arguments: [
        ("", "empty", ""), ("{", "ends_early", ""), (#"{"a":1,"a":2}"#, "duplicate_name", "/a"),
        (#"{"a":"\ud800"}"#, "lone_surrogate", "/a"), (#"{"a":[1,1e400]}"#, "number_out_of_range", "/a/1"),
        (#"{"a":"\u0000"}"#, "null_character", "/a"), (String(repeating: "[", count: 70), "too_deep", "/0"),
    ])
    func `says why a body is not JSON, and where`(text: String, code: String, pointer: String) async throws {
        try await TestService().test { client in
            let response = try await client.execute(
                uri: "/echo", method: .post, headers: [.contentType: "application/json"],
                body: ByteBuffer(string: text))

            #expect(response.status == .badRequest)
            #expect(response.text("code") == "malformed_json")
            guard case .object(let problem) = response.json, case .array(let faults) = problem["errors"],
                case .object(let fault) = faults.first
            else {
                Issue.record("no fault in \(response.json)")
                return
            }
            #expect(fault["code"] == .string(code))
            #expect(code == "too_deep" || fault["pointer"] == .string(pointer))
        }
    }

    @Test func `reads 256 KiB and no byte more, from a socket and without`() async throws {
        @Sendable func send(_ client: any TestClientProtocol) async throws {
            let headers: HTTPFields = [.contentType: "application/json"]
            let most = "\"" + String(repeating: "x", count: 256 * 1_024 - 2) + "\""
            let full = try await client.execute(
                uri: "/echo", method: .post, headers: headers, body: ByteBuffer(string: most))
            let over = try await client.execute(
                uri: "/echo", method: .post, headers: headers, body: ByteBuffer(string: most + " "))

            #expect(full.status == .created)
            #expect(over.status == .contentTooLarge)
            #expect(over.text("code") == "payload_too_large")
        }

        try await TestService().test(send)
        try await TestService().testLive(send)
    }

    @Test func `reads forms, and only forms where a form is expected`() async throws {
        try await TestService().test { client in
            let form = try await client.execute(
                uri: "/form", method: .post, headers: [.contentType: "application/x-www-form-urlencoded"],
                body: ByteBuffer(string: "name=Ada+L%C3%B6v"))
            let odd = try await client.execute(
                uri: "/form", method: .post, headers: [.contentType: "application/x-www-form-urlencoded"],
                body: ByteBuffer(bytes: [0x6e, 0x61, 0x6d, 0x65, 0x3d, 0xff]))
            let json = try await client.execute(
                uri: "/form", method: .post, headers: [.contentType: "application/json"],
                body: ByteBuffer(string: "{}"))

            #expect(form.text("name") == "Ada Löv")
            #expect(odd.status == .badRequest)
            #expect(json.status == .unsupportedMediaType)
        }
    }
}
