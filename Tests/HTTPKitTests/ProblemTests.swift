import HTTPKit
import HTTPTypes
import HummingbirdTesting
import JSON
import NIOCore
import Testing

@Suite struct ProblemTests {
    @Test func `says what was refused, in the standard's form`() throws {
        let problem = Problem(
            "too_late", .conflict, title: "Too late", detail: "It has begun.",
            errors: [.init("/startsAt", "past", "That was yesterday.")],
            members: [.init("current", ["seats": 3])])
        var writer = JSONWriter()

        problem.encode(to: &writer)

        #expect(
            String(buffer: writer.finish())
                == #"{"type":"/problems/too_late","title":"Too late","status":409,"detail":"It has begun.","#
                + #""code":"too_late","errors":[{"pointer":"/startsAt","code":"past","detail":"That was yesterday."}],"#
                + #""current":{"seats":3}}"#)
    }

    @Test(arguments: [
        ("/gone", HTTPResponse.Status.notFound, "not_found"), ("/nowhere", .notFound, "not_found"),
        ("/refused", .conflict, "conflict"), ("/broken", .internalServerError, "internal"),
    ])
    func `everything thrown becomes a problem`(path: String, status: HTTPResponse.Status, code: String)
        async throws
    {
        try await TestService().test { client in
            try await client.execute(uri: path, method: .get) { response in
                #expect(response.status == status)
                #expect(response.headers[.contentType] == "application/problem+json")
                #expect(response.headers[.cacheControl] == "no-store")
                #expect(response.text("code") == code)
            }
        }
    }

    @Test func `what is missing and what is hidden read the same`() async throws {
        try await TestService().test { client in
            let hidden = try await client.execute(uri: "/gone", method: .get)
            let missing = try await client.execute(uri: "/nowhere", method: .get)

            #expect(hidden.body == missing.body)
        }
    }

    @Test func `nothing from inside gets out, and the log has all of it under the incident's name`()
        async throws
    {
        let service = TestService()
        try await service.test { client in
            let response = try await client.execute(uri: "/broken", method: .get)
            let refused = try await client.execute(uri: "/refused", method: .get)

            let incident = try #require(response.text("incident"))
            #expect(!String(buffer: response.body).contains("password"))
            #expect(!String(buffer: refused.body).contains("inside"))
            #expect(response.headers[.requestID] == incident)
            let line = try #require(service.log.all.first { $0.contains("SELECT password") })
            #expect(line.hasPrefix("error "))
            #expect(line.contains("request=\(incident)"))
            #expect(
                service.log.all.contains {
                    $0.hasPrefix("debug request refused") && $0.contains("inside words")
                })
        }
    }

    @Test func `the common ones carry what their status asks for`() {
        #expect(Problem.unauthorized().headers[.wwwAuthenticate] == "Bearer")
        #expect(Problem.tooManyRequests(retryAfterSeconds: 0).headers[.retryAfter] == "1")
        #expect(Problem.serviceUnavailable().headers[.retryAfter] == "5")
        #expect(Problem.preconditionRequired.status.code == 428)
        #expect(Problem.preconditionFailed(tag: EntityTag(version: 2, hash: "a")).headers[.eTag] == "\"2.a\"")
        #expect(
            Problem.unsupportedMediaType(accepted: ["a/b"], method: .patch).headers[
                HTTPField.Name("Accept-Patch")!] == "a/b")
        #expect(Problem.methodNotAllowed([.get]).headers[.allow] == "GET")
        #expect(Problem.unprocessable("odd", "That is odd.", pointer: "/x").errors.map(\.pointer) == ["/x"])
    }
}
