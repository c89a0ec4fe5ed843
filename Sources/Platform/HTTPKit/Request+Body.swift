import HTTPTypes
package import Hummingbird
package import JSON
import NIOCore

extension Request {
    /// The body, as strict JSON.
    ///
    /// - Throws: 415 unless it says that it is JSON; 413 over `limit` bytes; 400 with reason and place if it is not.
    package func json(limit: Int = InputLimits.bodyBytes) async throws -> JSONValue {
        let body = try await body(of: method == .patch ? MediaType.patch : [MediaType.json], limit: limit)
        do throws(JSONFault) {
            return try JSONValue(parsing: body, depth: InputLimits.depth, size: limit)
        } catch {
            throw Problem.malformed(error)
        }
    }

    /// The members of the body.
    package func object(limit: Int = InputLimits.bodyBytes) async throws -> ObjectReader {
        try ObjectReader(try await json(limit: limit))
    }

    /// The fields of a form.
    package func form(limit: Int = InputLimits.bodyBytes) async throws -> FormReader {
        let body = try await body(of: [MediaType.form], limit: limit)
        guard let text = String(validating: body.readableBytesView, as: UTF8.self) else {
            throw Problem.badRequest("malformed_form", "The form is not UTF-8.")
        }
        return FormReader(form: text)
    }

    /// The body's bytes, if it is of one of the types in `accepted`.
    package func body(of accepted: [String], limit: Int) async throws -> ByteBuffer {
        guard let type = headers[.contentType], MediaType.names(type, oneOf: accepted),
            headers[.contentEncoding].map({ $0.lowercased() == "identity" }) ?? true
        else { throw Problem.unsupportedMediaType(accepted: accepted, method: method) }
        if let length = headers[.contentLength].flatMap(Int.init), length > limit {
            throw Problem.payloadTooLarge(limit: limit)
        }
        do {
            return try await body.collect(upTo: limit)
        } catch is NIOTooManyBytesError {
            throw Problem.payloadTooLarge(limit: limit)
        }
    }
}

extension Problem {
    /// 400 for a text that is not JSON.
    package static func malformed(_ fault: JSONFault) -> Problem {
        Problem(
            "malformed_json", .badRequest, title: "The request cannot be understood",
            detail: "The body is not JSON that is read here: \(fault).",
            errors: [
                Fault(fault.pointer, fault.reason.rawValue, "\(fault.reason.sentence) (byte \(fault.offset))")
            ])
    }
}
