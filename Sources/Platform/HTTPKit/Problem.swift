package import HTTPTypes
import Initializers
package import JSON

/// An error response (RFC 9457).
///
/// `code` is stable and meant for programs; `title` and `detail` are for people. It never reveals internals:
/// no stack traces, no SQL, no third-party error texts.
package struct Problem: Error, Sendable {
    /// A single fault in the request.
    @MemberwiseInit(unlabeled: 3)
    package struct Fault: Hashable, Sendable {
        /// Location of the fault: a JSON Pointer (RFC 6901) into the body, or `/name` for a query parameter;
        /// empty for the whole request.
        package let pointer: String
        package let code: String
        package let detail: String
    }

    /// An extension member (RFC 9457, section 3.2), such as the current state in a 412.
    package struct Member: Sendable {
        package let name: String
        package let value: any JSONEncodable & Sendable

        package init(_ name: String, _ value: some JSONEncodable & Sendable) {
            self.name = name
            self.value = value
        }
    }

    /// A value to insert into the localized text of a problem.
    package enum Argument: Hashable, Sendable {
        case number(Int)
        case text(String)
        /// An amount in minor units of a currency of ISO 4217.
        case amount(Int64, currency: String)
    }

    /// Stable, in snake_case; part of the API contract.
    package var code: String
    package var status: HTTPResponse.Status
    package var title: String
    package var detail: String?
    package var errors: [Fault]
    package var members: [Member]

    /// Values to insert into the localized text, by name.
    package var arguments: [String: Argument] = [:]

    /// Header fields sent with the response, such as `Retry-After`.
    package var headers: HTTPFields

    package init(
        _ code: String, _ status: HTTPResponse.Status, title: String, detail: String? = nil,
        errors: [Fault] = [], members: [Member] = [], headers: HTTPFields = [:]
    ) {
        self.code = code
        self.status = status
        self.title = title
        self.detail = detail
        self.errors = errors
        self.members = members
        self.headers = headers
    }
}

/// An error that may be reported to the caller. All other errors become a bare 500.
package protocol ProblemConvertible: Error {
    var problem: Problem { get }
}

extension Problem: ProblemConvertible {
    package var problem: Problem { self }
}

extension Problem: JSONEncodable {
    package func encode(to writer: inout JSONWriter) {
        writer.object {
            $0.field("type", "/problems/\(code)")
            $0.field("title", title)
            $0.field("status", status.code)
            $0.field("detail", ifPresent: detail)
            $0.field("code", code)
            if !errors.isEmpty { $0.field("errors", errors) }
            for member in members { $0.field(named: member.name, member.value) }
        }
    }
}

extension Problem.Fault: JSONEncodable {
    package func encode(to writer: inout JSONWriter) {
        writer.object {
            $0.field("pointer", pointer)
            $0.field("code", code)
            $0.field("detail", detail)
        }
    }
}

extension Problem {
    /// Returns a copy with values to insert into the localized text.
    package func withArguments(_ arguments: [String: Argument]) -> Problem {
        var problem = self
        problem.arguments = arguments
        return problem
    }
}
