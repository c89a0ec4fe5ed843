package import Foundation
package import HTTPTypes
package import JSON
import Testing

/// The stored contract, `docs/openapi.json`, which checks every response of a test run.
package struct KeptContract: Sendable {
    package let document: JSONValue
    private let templates: [Template]
    private let schemaCheck: SchemaCheck

    /// The document of this checkout.
    package static let kept: KeptContract? = {
        guard let bytes = try? Data(contentsOf: place), let text = String(data: bytes, encoding: .utf8),
            let document = try? JSONValue(parsing: text)
        else { return nil }
        return KeptContract(document)
    }()

    package static let place = URL(filePath: Repository.path("docs/openapi.json"))

    /// What to do about a fault.
    package static let advice = """
        If the answer is right, describe it in the route's definition, in Sources/Features/…/…Routes.swift (docs/api.md \
        shows how), and renew docs/openapi.json by: NOONISH_RENEW=1 script/test --only ContractTests
        """

    package init(_ document: JSONValue) {
        self.document = document
        schemaCheck = SchemaCheck(document: document)
        templates = document["paths"].names.map(Template.init).sorted { $0.variables < $1.variables }
    }

    /// A path of the document as a pattern; those with fewer variables come first.
    private struct Template: Sendable {
        let path: String
        let segments: [Substring]
        let variables: Int

        init(_ path: String) {
            self.path = path
            segments = path.split(separator: "/", omittingEmptySubsequences: false)
            variables = segments.count { $0.contains("{") }
        }

        func matches(_ other: [Substring]) -> Bool {
            other.count == segments.count
                && zip(segments, other).allSatisfy { segment, part in
                    guard let open = segment.firstIndex(of: "{"), let close = segment.lastIndex(of: "}")
                    else {
                        return segment == part
                    }
                    let suffix = segment[segment.index(after: close)...]
                    return part.hasPrefix(segment[..<open]) && part.hasSuffix(suffix)
                        && part.count > suffix.count
                }
        }
    }

    /// The described path that `path` is one of.
    ///
    /// - Parameter own: Where this is a described path, it is taken.
    package func template(of path: String, preferring own: String = "") -> String? {
        if document["paths"][own] != .null { return own }
        let segments = path.prefix { $0 != "?" }.split(separator: "/", omittingEmptySubsequences: false)
        return templates.first { $0.matches(segments) }?.path
    }

    /// Returns how an answer differs from the document. Pages and files outside `/v1` need not be in it.
    package func faults(_ method: HTTPRequest.Method, _ path: String, _ answer: Answer) -> [String] {
        let plain = String(path.prefix { $0 != "?" })
        guard let template = template(of: plain) else {
            return !plain.hasPrefix("/v1/") || [404, 421, 414, 405, 400].contains(answer.status.code)
                ? [] : ["no path of the document is this one"]
        }
        // The tests of a feature serve its own routes alone.
        if answer.status == .notFound, !plain.hasPrefix("/v1/") { return [] }
        let operations = document["paths"][template]
        let asked = method == .head ? "get" : method.rawValue.lowercased()
        let operation = operations[asked]
        if operation == .null {
            let isRight =
                method == .options ? answer.status == .noContent : answer.status == .methodNotAllowed
            return isRight && answer.headers[.allow] != nil
                || [421, 414, 431].contains(answer.status.code)
                ? [] : ["the document has no \(method.rawValue) here"]
        }
        let responses = operation["responses"]
        let own = responses["\(answer.status.code)"]
        let documented = own == .null && answer.status.code >= 400 ? responses["default"] : own
        guard documented != .null else { return ["the status \(answer.status.code) is not documented"] }
        let response = schemaCheck.target(of: documented)
        let description = documented["description"].text ?? response["description"].text ?? ""
        return headerFaults(answer, response)
            + (method == .head ? [] : bodyFaults(answer, response, described: description))
    }

    private func headerFaults(_ answer: Answer, _ response: JSONValue) -> [String] {
        let own = response["headers"].names.filter { name in
            schemaCheck.resolved(response["headers"][name]["$ref"])["required"] == .boolean(true)
        }
        // Those of all responses are documented once, in the description of the document.
        let shared = ["X-Request-Id"] + (answer.status.code < 400 ? ["Cache-Control"] : [])
        return (own + shared).filter { name in
            HTTPField.Name(name).map { answer.headers[$0] == nil } ?? false
        }.map { "the header \($0) is missing" }
    }

    private func bodyFaults(
        _ answer: Answer, _ response: JSONValue, described: String
    ) -> [String] {
        let contents = response["content"]
        guard contents != .null else { return answer.text.isEmpty ? [] : ["a body is not documented"] }
        let type = answer.headers[.contentType] ?? ""
        guard contents.names.contains(type) else {
            return ["the type \(type.isEmpty ? "of nothing" : type) is not documented"]
        }
        guard type.contains("json"), answer.headers[.contentEncoding] == nil else { return [] }
        guard let body = try? JSONValue(parsing: answer.text) else { return ["the body is not JSON"] }
        let schema = contents[type]["schema"]
        return schemaCheck.faults(of: body, against: schema)
            + (type.contains("problem") ? codeFaults(body, schema, described: described) : [])
    }

    /// The codes of a problem are in the schema or, if several operations share it, in the operation's description.
    private func codeFaults(
        _ problem: JSONValue, _ schema: JSONValue, described: String
    ) -> [String] {
        let choices = schemaCheck.target(of: schema)["anyOf"].elements
        let codes = ([schema] + choices).flatMap { part in
            (part["properties"] == .null ? schemaCheck.target(of: part) : part)["properties"]["code"]["enum"]
                .elements.compactMap(\.text)
        }
        let code = problem["code"].text ?? ""
        return codes.contains(code) || described.contains("`\(code)`")
            ? [] : ["the code \(code) is not documented"]
    }

    /// Records what is wrong with an answer as a fault of the running test.
    func check(_ method: HTTPRequest.Method, _ path: String, _ answer: Answer) {
        let faults = faults(method, path, answer)
        guard !faults.isEmpty else { return }
        Issue.record(
            """
            \(method.rawValue) \(template(of: path) ?? path) → \(answer.status.code) breaks the contract:
            \(faults.prefix(8).map { "  " + $0 }.joined(separator: "\n"))
            \(Self.advice)
            """)
    }
}
