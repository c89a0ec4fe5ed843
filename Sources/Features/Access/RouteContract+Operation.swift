import HTTPKit
import HTTPTypes
package import JSON
import NoonishAPI
package import OpenAPI

extension RouteContract {
    /// The contract as an OpenAPI operation, with everything that it shares with other routes.
    package func operation(tag: String) -> Operation {
        Operation(
            method: method.rawValue, path: path, id: endpoint.id, tag: tag, summary: summary,
            description: details,
            parameters: pathParameters + parameters.filter { $0.place != .path } + headerParameters,
            body: body,
            answers: merged(answers + notModified + problemAnswers),
            security: security)
    }

    /// Returns one answer for each status. Several answers with the same status become one with several
    /// contents.
    private func merged(_ answers: [Answer]) -> [Answer] {
        let groups = Dictionary(grouping: answers, by: \.status).sorted { $0.key ?? .max < $1.key ?? .max }
        return groups.map { status, answers in
            guard answers.count > 1, let first = answers.first else { return answers[0] }
            let names = Set(
                answers.dropFirst().reduce(Set(first.headers.map(\.name))) { shared, answer in
                    shared.intersection(answer.headers.map(\.name))
                })
            return Answer(
                status, first.description, answers.flatMap(\.contents),
                headers: first.headers.filter { names.contains($0.name) })
        }
    }

    /// The path variables, in order. A variable without a parameter of its own is an id.
    private var pathParameters: [Parameter] {
        endpoint.variables.map { name in
            parameters.first { $0.place == .path && $0.name == name }
                ?? Parameter(name, in: .path, .id, "A UUID; any other text is answered with 404.")
        }
    }

    private var isTagged: Bool {
        answers.contains { $0.status == 200 && $0.headers.contains { $0.name == "ETag" } }
    }

    private var headerParameters: [Parameter] {
        var all: [Parameter] = []
        if method == .get, isTagged { all.append(.ifNoneMatch) }
        if needsVersion { all.append(.ifMatch) }
        if takesIdempotencyKey { all.append(.idempotencyKey) }
        return all
    }

    private var notModified: [Answer] {
        guard method == .get, isTagged else { return [] }
        return [Answer(304, "Not modified.", headers: [.eTag], name: "NotModified")]
    }

    /// The security schemes of members, each of which suffices.
    package static let memberSecurity = [["session"], ["sessionCookie"]]

    private var security: [[String]] {
        switch scope {
        case .anyone: []
        case .guest: Self.memberSecurity + [["guest"], ["guestCookie"]]
        case .member: Self.memberSecurity
        case .venue: Self.memberSecurity + [["device"], ["deviceCookie"]]
        case .reader: Self.memberSecurity + [["guest"], ["guestCookie"], ["device"], ["deviceCookie"]]
        }
    }
}

extension Parameter {
    fileprivate static let ifNoneMatch = Parameter(
        "If-None-Match", in: .header, .string(#""7.5b1f0a9c2d3e4f5061728394""#),
        "The `ETag` of the copy that the client has; 304 if it is current (RFC 9110, 13.1.2).")
    fileprivate static let ifMatch = Parameter(
        "If-Match", in: .header,
        .pattern(#"^(\*|"[!#-~]*"(, ?"[!#-~]*")*)$"#, #""7.5b1f0a9c2d3e4f5061728394""#),
        isRequired: true,
        "The `ETag` on which the edit is based; its part before the dot must be the current version (RFC 9110, 13.1.1)."
    )
    fileprivate static let idempotencyKey = Parameter(
        "Idempotency-Key", in: .header, .pattern("^[!#-~]{1,200}$", "5b1f0a9c-2d3e-4f50-8172-8394a5b6c7d8"),
        "Makes a retry safe: requests with the same key are processed once within 48 hours.")
}

extension RouteContract {
    /// The ways to authenticate.
    package static let securitySchemes: [(String, JSONValue)] = [
        scheme("session", ["type": "http", "scheme": "bearer"], "A session token, for programs."),
        scheme(
            "guest", ["type": "http", "scheme": "bearer"],
            "The token of a personal link: a guest of one outing."),
        scheme(
            "sessionCookie", ["type": "apiKey", "in": "cookie", "name": "__Host-s"],
            "A session, for browsers (`noonish-s` over plain HTTP)."),
        scheme(
            "guestCookie", ["type": "apiKey", "in": "cookie", "name": "__Host-g"],
            "A personal link that was answered in this browser (`noonish-g` over plain HTTP)."),
        scheme(
            "device", ["type": "http", "scheme": "bearer"],
            "The token of a device that was paired with a venue."),
        scheme(
            "deviceCookie", ["type": "apiKey", "in": "cookie", "name": "__Host-d"],
            "A device that was paired with a venue (`noonish-d` over plain HTTP)."),
    ]

    private static func scheme(
        _ name: String, _ members: KeyValuePairs<String, JSONValue>, _ description: String
    )
        -> (String, JSONValue)
    {
        let all = members.map { JSONObject.Member(name: $0.key, value: $0.value) }
        return (
            name,
            .object(JSONObject(members: all + [.init(name: "description", value: .string(description))]))
        )
    }
}
