import HTTPTypes
package import Hummingbird
package import JSON
import NIOCore

extension Request {
    /// Reads the body as strict JSON.
    ///
    /// - Throws: 415 unless the content type is JSON; 413 for more than `limit` bytes; 400 with reason and
    ///   position if the JSON is malformed.
    package func json(limit: Int = InputLimits.bodyBytes) async throws -> JSONValue {
        let body = try await body(of: method == .patch ? MediaType.patch : [MediaType.json], limit: limit)
        do throws(JSONFault) {
            return try JSONValue(parsing: body, depth: InputLimits.depth, size: limit)
        } catch {
            throw Problem.malformed(error)
        }
    }

    /// Reads the body as a JSON object.
    package func object(limit: Int = InputLimits.bodyBytes) async throws -> ObjectReader {
        try ObjectReader(try await json(limit: limit))
    }

    /// Reads the body as an HTML form.
    package func form(limit: Int = InputLimits.bodyBytes) async throws -> FormReader {
        let body = try await body(of: [MediaType.form], limit: limit)
        guard let text = String(validating: body.readableBytesView, as: UTF8.self) else {
            throw Problem.badRequest("malformed_form", "The form is not UTF-8.")
        }
        return FormReader(form: text)
    }

    /// Reads the body's bytes if its content type is one of `accepted`.
    ///
    /// - Throws: 415 for another type or a content encoding; 413 for more than `limit` bytes.
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
    /// Returns a 400 for malformed JSON.
    package static func malformed(_ fault: JSONFault) -> Problem {
        Problem(
            "malformed_json", .badRequest, title: "Bad request",
            detail: "The body is not valid JSON: \(fault).",
            errors: [
                Fault(fault.pointer, fault.reason.rawValue, "\(fault.reason.sentence) (byte \(fault.offset))")
            ])
    }
}
