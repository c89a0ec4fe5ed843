internal import HTTPKit
internal import HTTPTypes
package import JSON
package import OpenAPI

extension RouteDescription {
    /// Returns the OpenAPI operation, including everything its route has in common with others.
    package func operation(tag: String) -> Operation {
        Operation(
            method: method.rawValue, path: path, id: id, tag: tag, summary: summary, words: words,
            parameters: pathParameters + parameters.filter { $0.place != .path } + headerParameters,
            body: body,
            answers: merged(answers.map(withSharedHeaders) + notModified + problemAnswers),
            security: security)
    }

    /// Merges the responses of each status into one with several contents.
    private func merged(_ answers: [Answer]) -> [Answer] {
        Dictionary(grouping: answers, by: \.status).sorted { $0.key < $1.key }.map { status, answers in
            guard answers.count > 1, let first = answers.first else { return answers[0] }
            let names = Set(
                answers.dropFirst().reduce(Set(first.headers.map(\.name))) { shared, answer in
                    shared.intersection(answer.headers.map(\.name))
                })
            return Answer(
                status, first.words, answers.flatMap(\.contents),
                headers: first.headers.filter { names.contains($0.name) })
        }
    }

    /// The parameters in the order of the path. Those without a description are IDs.
    private var pathParameters: [Parameter] {
        path.matches(of: /\{([^}]*)\}/).map { match in
            let name = String(match.1)
            return parameters.first { $0.place == .path && $0.name == name }
                ?? Parameter(name, in: .path, .id, "A UUID; anything else is nothing's id.")
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
        if kind == .json, isLimited { all.append(.client) }
        return all
    }

    private var notModified: [Answer] {
        guard method == .get, isTagged else { return [] }
        return [
            Answer(
                304, "The reader has it already.", headers: [.eTag, .cacheControl, .requestID],
                name: "NotModified")
        ]
    }

    private func withSharedHeaders(_ answer: Answer) -> Answer {
        let limits: [AnswerHeader] = isLimited ? [.rateLimit, .rateLimitPolicy] : []
        return Answer(
            answer.status, answer.words, answer.contents,
            headers: answer.headers + [.cacheControl] + limits + [.requestID])
    }

    private var security: [[String]] {
        switch scope {
        case .anyone: []
        case .guest: [["session"], ["sessionCookie"], ["guest"], ["guestCookie"]]
        case .member: [["session"], ["sessionCookie"]]
        }
    }
}

extension Parameter {
    fileprivate static let ifNoneMatch = Parameter(
        "If-None-Match", in: .header, .string(#""7.5b1f0a9c2d3e4f5061728394""#),
        "The `ETag` of what the reader has: 304 if that still holds (RFC 9110, 13.1.2).")
    fileprivate static let ifMatch = Parameter(
        "If-Match", in: .header,
        .pattern(#"^(\*|"[!#-~]*"(, ?"[!#-~]*")*)$"#, #""7.5b1f0a9c2d3e4f5061728394""#),
        isRequired: true,
        "The `ETag` of what is meant; what stands before its dot must be the current version (RFC 9110, 13.1.1)."
    )
    fileprivate static let idempotencyKey = Parameter(
        "Idempotency-Key", in: .header, .pattern("^[!#-~]{1,200}$", "5b1f0a9c-2d3e-4f50-8172-8394a5b6c7d8"),
        "Makes a repetition safe: the same request under the same key is done once, for 48 hours.")
    fileprivate static let client = Parameter(
        "Noonish-Client", in: .header, .string("noonish-web/1.0"),
        "Name and version of the program that asks.")
}

extension RouteDescription {
    /// The authentication methods.
    package static let securitySchemes: [(String, JSONValue)] = [
        scheme("session", ["type": "http", "scheme": "bearer"], "A session's token, of a program."),
        scheme(
            "guest", ["type": "http", "scheme": "bearer"],
            "The token of a personal link: somebody without an account, on one outing."),
        scheme(
            "sessionCookie", ["type": "apiKey", "in": "cookie", "name": "__Host-s"],
            "A session, of a browser (`noonish-s` on plain http)."),
        scheme(
            "guestCookie", ["type": "apiKey", "in": "cookie", "name": "__Host-g"],
            "A personal link that was answered in this browser (`noonish-g` on plain http)."),
    ]

    private static func scheme(_ name: String, _ members: KeyValuePairs<String, JSONValue>, _ words: String)
        -> (String, JSONValue)
    {
        let all = members.map { JSONObject.Member(name: $0.key, value: $0.value) }
        return (
            name,
            .object(JSONObject(members: all + [.init(name: "description", value: .string(words))]))
        )
    }
}
