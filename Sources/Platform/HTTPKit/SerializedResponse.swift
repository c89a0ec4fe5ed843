import Foundation
import HTTPTypes
import Hummingbird
import Logging
import NIOCore

/// The router's response to a stream request, serialized as HTTP/1.1.
struct SerializedResponse: Sendable {
    /// Only the head if a source continues the response, otherwise the whole response.
    let bytes: ByteBuffer
    let source: (any EventSource)?

    init(
        to request: HTTPRequest, from responder: RouterResponder<AppContext>, on channel: any Channel,
        logger: Logger
    ) async {
        var context = AppContext(source: .init(channel: channel, logger: logger))
        let takeover = ConnectionTakeover()
        context.takeover = takeover
        let request = Request(head: request, body: RequestBody(buffer: ByteBuffer()))
        let response: Response
        var body = ByteBuffer()
        do {
            response = try await responder.respond(to: request, context: context)
            body = try await CollectedBody.of(response)
        } catch {
            context.logger.error("a stream's request failed", metadata: ["error": "\(error)"])
            takeover.source?.ended()
            self.init(Response(status: .internalServerError), body: ByteBuffer(), source: nil)
            return
        }
        self.init(response, body: body, source: takeover.source)
    }

    private init(_ response: Response, body: ByteBuffer, source: (any EventSource)?) {
        var source = source
        if response.status != .ok {
            source?.ended()
            source = nil
        }
        self.source = source
        var fields = response.headers
        fields[.date] = Date.now.formatted(Self.date)
        fields[.contentLength] = source == nil ? String(body.readableBytes) : nil
        fields[.transferEncoding] = source == nil ? nil : "chunked"
        if source == nil { fields[.connection] = "close" }
        var bytes = ByteBuffer()
        bytes.writeString("HTTP/1.1 \(response.status.code) \(response.status.reasonPhrase)\r\n")
        for field in fields { bytes.writeString("\(field.name): \(field.value)\r\n") }
        bytes.writeString("\r\n")
        if source == nil { bytes.writeImmutableBuffer(body) }
        self.bytes = bytes
    }

    /// The format of `Date`.
    ///
    /// - Source: RFC 9110, section 5.6.7, "IMF-fixdate".
    private static let date = Date.VerbatimFormatStyle(
        format: """
            \(weekday: .abbreviated), \(day: .twoDigits) \(month: .abbreviated) \(year: .padded(4)) \
            \(hour: .twoDigits(clock: .twentyFourHour, hourCycle: .zeroBased)):\(minute: .twoDigits):\
            \(second: .twoDigits) GMT
            """,
        locale: Locale(identifier: "en_US_POSIX"), timeZone: .gmt, calendar: Calendar(identifier: .gregorian))
}
