import HTTPTypes
import JSON
public import NIOCore
public import NoonishAPI

/// The caller's address, picture, data and calendar.
extension NoonishClient {
    /// Mails a code to the new address.
    public func requestAddressChange(to address: String) async throws {
        try await perform(
            Call(.requestAddressChange, body: ["email": .string(address)] as JSONValue, key: nil))
    }

    /// Changes the address, with the mailed code.
    public func changeAddress(to address: String, code: String) async throws -> Me {
        let body: JSONValue = ["email": .string(address), "code": .string(code)]
        return try await writeForValue(Call(.changeAddress, body: body, key: nil))
    }

    /// The permitted media types of a picture.
    public enum PictureType: String, Hashable, Sendable, CaseIterable {
        case jpeg = "image/jpeg"
        case png = "image/png"
        case webP = "image/webp"
    }

    /// Sets the picture. The service crops it to a square and removes camera metadata.
    public func setPicture(_ bytes: ByteBuffer, _ type: PictureType) async throws -> Me {
        var call = Call(.replacePicture)
        call.body = bytes
        call.headers[.contentType] = type.rawValue
        return try await writeForValue(call)
    }

    /// Removes the caller's picture.
    public func removePicture() async throws { try await perform(Call(.removePicture)) }

    /// Returns a picture as WebP.
    ///
    /// - Parameter path: ``Person/picture``, which identifies the current version of the picture.
    public func picture(_ path: String) async throws -> ByteBuffer {
        try await bytes(Call(reading: path), "image/webp")
    }

    /// Returns the outing as an iCalendar document.
    public func calendarEvent(of outing: OutingID) async throws -> ByteBuffer {
        try await bytes(Call(.downloadEvent, outing), "text/calendar")
    }

    /// Returns the URL of the calendar feed; `nil` if there is none.
    public func calendarAddress() async throws -> String? {
        let answer: Resource<CalendarAddress> = try await read(Call(.readCalendarAddress))
        return answer.value.url
    }

    /// Creates a new URL for the calendar feed and invalidates the old one.
    public func renewCalendarAddress() async throws -> String? {
        let answer: CalendarAddress = try await writeForValue(Call(.rotateCalendarAddress))
        return answer.url
    }

    /// Removes the calendar feed.
    public func revokeCalendarAddress() async throws { try await perform(Call(.revokeCalendarAddress)) }

    /// Starts an export of all data about the caller.
    public func requestExport() async throws -> Export { try await writeForValue(Call(.askForExport)) }

    /// Lists the caller's exports, newest first.
    public func exports() async throws -> Resource<Page<Export>> { try await read(Call(.listExports)) }

    /// Streams an export's ZIP file, which may be of any size. An interrupted download is not retried.
    public func archive(
        of export: ExportID
    ) async throws -> any AsyncSequence<ByteBuffer, any Error> & Sendable {
        var call = Call(.takeExport, export)
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

    /// Returns when the account will be erased.
    public func erasure() async throws -> Resource<Erasure> { try await read(Call(.readErasure)) }

    /// Requests erasure of the account after a grace period, during which it can be cancelled.
    public func requestErasure() async throws -> Erasure { try await writeForValue(Call(.askForErasure)) }

    /// Cancels the erasure.
    public func cancelErasure() async throws { try await perform(Call(.takeBackErasure)) }

    /// Returns retention periods in seconds, by the service's name for each kind of data.
    public func retention() async throws -> [String: Int] {
        let answer: Resource<Privacy> = try await read(Call(.readPrivacy))
        return Dictionary(answer.value.retention.map { ($0.what, $0.seconds) }) { first, _ in first }
    }

    func bytes(_ call: Call, _ type: String) async throws -> ByteBuffer {
        var call = call
        call.headers[.accept] = type
        return try await answer(to: call).body
    }
}

@JSONObject
private struct CalendarAddress: JSONDecodable, Sendable {
    let url: String?
}

@JSONObject
private struct Privacy: JSONDecodable, Sendable {
    let retention: [RetentionPeriod]

    @JSONObject
    struct RetentionPeriod: JSONDecodable, Sendable {
        let what: String
        let seconds: Int
    }
}
