package import HTTPTypes

/// Problems that all features use.
extension Problem {
    /// 400: the request is malformed.
    package static func badRequest(_ code: String, _ detail: String) -> Problem {
        Problem(code, .badRequest, title: "Bad request", detail: detail)
    }

    /// 401: the caller is not authenticated.
    package static func unauthorized(
        _ code: String = "unauthorized", _ detail: String = "Sign in and try again."
    ) -> Problem {
        Problem(
            code, .unauthorized, title: "Authentication required", detail: detail,
            headers: [.wwwAuthenticate: "Bearer"])
    }

    /// 403: the caller is authenticated but not allowed. Use it only if the caller may know that the resource
    /// exists; otherwise use ``notFound``.
    package static func forbidden(_ code: String, _ detail: String) -> Problem {
        Problem(code, .forbidden, title: "Not allowed", detail: detail)
    }

    /// 404: the resource does not exist, or the caller may not know that it does; the two are
    /// indistinguishable.
    package static let notFound = Problem(
        "not_found", .notFound, title: "Not found",
        detail: "It may have been removed or never existed.")

    /// 405 with the allowed methods (RFC 9110, section 15.5.6).
    package static func methodNotAllowed(_ allowed: [HTTPRequest.Method]) -> Problem {
        let names = allowed.map(\.rawValue).joined(separator: ", ")
        return Problem(
            "method_not_allowed", .methodNotAllowed, title: "Method not allowed",
            detail: "Allowed: \(names).", headers: [.allow: names])
    }

    /// 409: the request conflicts with the current state.
    package static func conflict(_ code: String, _ detail: String, members: [Member] = []) -> Problem {
        Problem(code, .conflict, title: "Conflict with the current state", detail: detail, members: members)
    }

    /// 413: the body exceeds `limit` bytes.
    package static func payloadTooLarge(limit: Int) -> Problem {
        Problem(
            "payload_too_large", .contentTooLarge, title: "Content too large",
            detail: "A body can have at most \(limit) bytes.")
    }

    /// 415 with the accepted types: in `Accept-Patch` for PATCH (RFC 5789, section 2.2), otherwise in
    /// `Accept`.
    package static func unsupportedMediaType(accepted: [String], method: HTTPRequest.Method) -> Problem {
        let names = accepted.joined(separator: ", ")
        return Problem(
            "unsupported_media_type", .unsupportedMediaType, title: "Unsupported media type",
            detail: "Accepted: \(names).", headers: [method == .patch ? .acceptPatch : .accept: names])
    }

    /// 422: the content is well-formed but not allowed.
    package static func unprocessable(_ code: String, _ detail: String, pointer: String = "") -> Problem {
        Problem(
            code, .unprocessableContent, title: "Invalid content", detail: detail,
            errors: pointer.isEmpty ? [] : [Fault(pointer, code, detail)])
    }

    /// 428: the request needs `If-Match` (RFC 6585, section 3).
    package static let preconditionRequired = Problem(
        "precondition_required", .preconditionRequired, title: "Precondition required",
        detail: "Send If-Match with the ETag that you last read.")

    /// 429: the caller exceeded a rate limit (RFC 6585, section 4).
    package static func tooManyRequests(retryAfterSeconds: Int, headers: HTTPFields = [:]) -> Problem {
        var headers = headers
        headers[.retryAfter] = String(max(1, retryAfterSeconds))
        return Problem(
            "too_many_requests", .tooManyRequests, title: "Too many requests",
            detail: "Wait \(max(1, retryAfterSeconds)) s, then try again.", headers: headers)
    }

    /// 503: temporarily unavailable.
    package static func serviceUnavailable(
        _ code: String = "unavailable", _ detail: String = "Try again in a moment.",
        retryAfterSeconds: Int = 5
    ) -> Problem {
        Problem(
            code, .serviceUnavailable, title: "Unavailable", detail: detail,
            headers: [.retryAfter: String(retryAfterSeconds)])
    }
}

extension HTTPField.Name {
    /// RFC 5789, section 3.1.
    package static let acceptPatch = constant("Accept-Patch")
    package static let requestID = constant("X-Request-Id")
    /// W3C Trace Context, section 3.2.
    package static let traceParent = constant("traceparent")

    /// Returns a field name that is hard-coded in the program.
    ///
    /// - Precondition: `name` is a valid field name.
    package static func constant(_ name: String) -> HTTPField.Name {
        guard let name = HTTPField.Name(name) else {
            preconditionFailure("\(name) cannot be the name of a header field")
        }
        return name
    }
}
