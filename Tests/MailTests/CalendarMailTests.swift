import Foundation
import Mail
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(30))) struct `Mail with a calendar` {
    private let document =
        "BEGIN:VCALENDAR\r\nMETHOD:REQUEST\r\nSUMMARY:Zoë\\, 寿司 = a = b\r\n.a line with a dot\r\nEND:VCALENDAR\r\n"

    @Test func `has it last among its forms, in the open, and once more as a file`() async throws {
        try await withMailServer { transport, server in
            var message = try MailMessage.invitation(to: "mia@example.org")
            message.calendar = try CalendarPart(method: "REQUEST", text: document)

            try await transport.send(message)

            let received: Received = try await server.event()
            #expect(received.defects == [])
            #expect(
                received.structure
                    == "multipart/mixed(multipart/alternative(text/plain text/html text/calendar) application/ics)"
            )
            #expect(
                received.parts.map(\.content) == [
                    message.text.asSent, message.html?.asSent, document, document,
                ])
            let shown = received.parts[2]
            #expect(
                shown.method == "REQUEST" && shown.disposition == nil && shown.encoding == "quoted-printable")
            let file = received.parts[3]
            #expect(file.file == "invite.ics" && file.disposition == "attachment")
            #expect(received.linesAreSound)
        }
    }

    @Test(arguments: ["", "request", "REQUEST; x=y", "A\r\nB"])
    func `takes no method that is more than a word`(method: String) {
        #expect(throws: MailFault.self) { try CalendarPart(method: method, text: "") }
    }
}
