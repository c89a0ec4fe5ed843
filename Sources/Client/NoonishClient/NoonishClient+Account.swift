import HTTPTypes
import JSON
public import NIOCore
public import NoonishAPI

/// The caller's address, picture, data and calendar.
extension NoonishClient {
    /// `POST /v1/me/email`: mails a code to the new address.
    public func requestAddressChange(to address: String) async throws {
        try await perform(.post("/v1/me/email", ["email": .string(address)] as JSONValue, key: nil))
    }

    /// `POST /v1/me/email/verify`: changes the address, with the mailed code.
    public func changeAddress(to address: String, code: String) async throws -> Me {
        let body: JSONValue = ["email": .string(address), "code": .string(code)]
        return try await writeForValue(.post("/v1/me/email/verify", body, key: nil))
    }

    /// The permitted media types of a picture.
    public enum PictureType: String, Hashable, Sendable, CaseIterable {
        case jpeg = "image/jpeg"
        case png = "image/png"
        case webP = "image/webp"
    }

    /// `PUT /v1/me/picture`: sets the picture. The service crops it to a square and removes camera metadata.
    public func setPicture(_ bytes: ByteBuffer, _ type: PictureType) async throws -> Me {
        var call = Call(method: .put, path: "/v1/me/picture", retrySafety: .always)
        call.body = bytes
        call.headers[.contentType] = type.rawValue
        return try await writeForValue(call)
    }

    /// `DELETE /v1/me/picture`
    public func removePicture() async throws { try await perform(.delete("/v1/me/picture")) }

    /// `GET /v1/people/{id}/picture`: returns a picture as WebP.
    ///
    /// - Parameter path: ``Person/picture``, which identifies the current version of the picture.
    public func picture(_ path: String) async throws -> ByteBuffer { try await bytes(at: path, "image/webp") }

    /// `GET /v1/outings/{id}/calendar.ics`: returns the outing as an iCalendar document.
    public func calendarEvent(of outing: OutingID) async throws -> ByteBuffer {
        try await bytes(at: "/v1/outings/\(outing)/calendar.ics", "text/calendar")
    }

    /// `GET /v1/calendar`: returns the URL of the calendar feed; `nil` if there is none.
    public func calendarAddress() async throws -> String? {
        let answer: Resource<CalendarAddress> = try await read(.get("/v1/calendar"))
        return answer.value.url
    }

    /// `POST /v1/calendar/rotate`: creates a new URL for the calendar feed and invalidates the old one.
    public func renewCalendarAddress() async throws -> String? {
        let answer: CalendarAddress = try await writeForValue(.post("/v1/calendar/rotate"))
        return answer.url
    }

    /// `DELETE /v1/calendar`
    public func revokeCalendarAddress() async throws { try await perform(.delete("/v1/calendar")) }

    /// `POST /v1/me/exports`: starts an export of all data about the caller.
    public func requestExport() async throws -> Export { try await writeForValue(.post("/v1/me/exports")) }

    /// `GET /v1/me/exports`
    public func exports() async throws -> Resource<Page<Export>> { try await read(.get("/v1/me/exports")) }

    /// `GET /v1/me/exports/{id}/archive`: streams a ZIP file of any size. An interrupted download is not
    /// retried.
    public func archive(
        of export: ExportID
    ) async throws -> any AsyncSequence<ByteBuffer, any Error> & Sendable {
        var call = Call.get("/v1/me/exports/\(export)/archive")
        call.headers[.accept] = "application/zip"
        let answer: TransportResponse
        do { answer = try await transport.send(request(for: call), body: nil) } catch {
            try Task.checkCancellation()
            throw ClientFault.unreachable(error)
        }
        guard answer.status.code < 400 else {
            throw Problem(answer.status, answer.headers, try await answer.collected())
        }
        return answer.body
    }

    /// `GET /v1/me/erasure`: returns when the account will be erased.
    public func erasure() async throws -> Resource<Erasure> { try await read(.get("/v1/me/erasure")) }

    /// `PUT /v1/me/erasure`: requests erasure of the account after a grace period, during which it can be
    /// cancelled.
    public func requestErasure() async throws -> Erasure { try await writeForValue(.put("/v1/me/erasure")) }

    /// `DELETE /v1/me/erasure`: cancels the erasure.
    public func cancelErasure() async throws { try await perform(.delete("/v1/me/erasure")) }

    /// `GET /v1/privacy`: returns retention periods in seconds, by the service's name for each kind of data.
    public func retention() async throws -> [String: Int] {
        let answer: Resource<Privacy> = try await read(.get("/v1/privacy"))
        return Dictionary(answer.value.retention.map { ($0.what, $0.seconds) }) { first, _ in first }
    }

    private func bytes(at path: String, _ type: String) async throws -> ByteBuffer {
        var call = Call.get(path)
        call.headers[.accept] = type
        return try await answer(to: call).body
    }
}

private struct CalendarAddress: JSONDecodable, Sendable {
    let url: String?

    init(from reader: inout JSONReader) throws(JSONFault) {
        let read = try reader.members()
        url = try read.optional("url")
    }
}

private struct Privacy: JSONDecodable, Sendable {
    let retention: [RetentionPeriod]

    struct RetentionPeriod: JSONDecodable, Sendable {
        let what: String
        let seconds: Int

        init(from reader: inout JSONReader) throws(JSONFault) {
            let read = try reader.members()
            what = try read("what")
            seconds = try read("seconds")
        }
    }

    init(from reader: inout JSONReader) throws(JSONFault) {
        let read = try reader.members()
        retention = try read("retention")
    }
}
