package import HTTPTypes
package import JSON

/// What a caller is told when something was not done (RFC 9457).
///
/// `code` is stable and meant for programs; `title` and `detail` are for people. Nothing in here comes from inside: no
/// stack, no SQL, no text of somebody else's error.
package struct Problem: Error, Sendable {
    /// One thing that is wrong with the request.
    package struct Fault: Hashable, Sendable {
        /// Where: an RFC 6901 pointer into the body, or `/name` for a query parameter; empty for the whole of it.
        package let pointer: String
        package let code: String
        package let detail: String

        package init(_ pointer: String, _ code: String, _ detail: String) {
            self.pointer = pointer
            self.code = code
            self.detail = detail
        }
    }

    /// A member beyond those of the standard (RFC 9457, section 3.2), such as the current state in a 412.
    package struct Member: Sendable {
        package let name: String
        package let value: any JSONEncodable & Sendable

        package init(_ name: String, _ value: some JSONEncodable & Sendable) {
            self.name = name
            self.value = value
        }
    }

    /// What the words of a problem may name.
    package enum Argument: Hashable, Sendable {
        case number(Int)
        case text(String)
    }

    /// Stable snake_case, part of the contract.
    package var code: String
    package var status: HTTPResponse.Status
    package var title: String
    package var detail: String?
    package var errors: [Fault]
    package var members: [Member]

    /// What its sentence in other languages needs, by name.
    package var arguments: [String: Argument] = [:]

    /// Sent with the answer, such as `Retry-After`.
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

/// An error that a caller may be told about. Every other becomes a bare 500.
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
    /// The same, naming what its sentence in other languages needs.
    package func naming(_ arguments: [String: Argument]) -> Problem {
        var problem = self
        problem.arguments = arguments
        return problem
    }
}
