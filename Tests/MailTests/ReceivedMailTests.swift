import Foundation
import Testing

@testable import Mail

@Suite struct `A message that was sent to us` {
    private func mail(_ text: String) -> ReceivedMail {
        ReceivedMail(Array(text.replacing("\n", with: "\r\n").utf8))
    }

    @Test func `is what we wrote, if we wrote it`() throws {
        var message = try MailMessage.invitation(to: "mia@example.org")
        let document = "BEGIN:VCALENDAR\r\nSUMMARY:Zoë = 寿司\r\nEND:VCALENDAR\r\n"
        message.calendar = try CalendarPart(method: "REPLY", text: document)

        let read = ReceivedMail(message.encoded())

        #expect(read.field("MESSAGE-ID") == message.id.text)
        #expect(read.all("text/calendar").map { String(decoding: $0.content, as: UTF8.self) } == [document])
        #expect(read.all("application/ics").map { String(decoding: $0.content, as: UTF8.self) } == [document])
        #expect(
            read.all("text/plain").map { String(decoding: $0.content, as: UTF8.self) } == [
                message.text.asSent
            ])
    }

    @Test func `has parts within parts, whatever stands around them`() {
        let read = mail(
            """
            From: a@b.example
            Content-Type: MULTIPART/Mixed;
             Boundary="a;b"

            ignored
            --a;b
            Content-Type: multipart/alternative; boundary=inner

            --inner

            plain
            --inner
            Content-Type: text/calendar; method=REPLY; name="an \\"odd\\"; name.ics"
            Content-Transfer-Encoding: BASE64

            QkVHSU46
            VkNBTEVOREFS
            --inner--
            ignored too
            --a;b  
            Content-Type: text/html

            --a;bc is no boundary
            --a;b--
            """)

        #expect(read.all("text/plain").map { String(decoding: $0.content, as: UTF8.self) } == ["plain"])
        #expect(
            read.all("text/calendar").map { String(decoding: $0.content, as: UTF8.self) } == [
                "BEGIN:VCALENDAR"
            ])
        #expect(
            read.all("text/html").map { String(decoding: $0.content, as: UTF8.self) } == [
                "--a;bc is no boundary"
            ])
    }

    @Test func `is a report of a failure, for good or for now`() {
        func report(_ action: String, _ status: String) -> DeliveryReport? {
            DeliveryReport(
                mail(
                    """
                    Content-Type: multipart/report; report-type=delivery-status; boundary=x

                    --x

                    Sorry.
                    --x
                    Content-Type: message/delivery-status

                    Reporting-MTA: dns; mx.example

                    Final-Recipient: rfc822; mia@example.org
                    Action: \(action)
                    Status: \(status)
                    --x--
                    """))
        }

        #expect(report("failed", "5.1.1 (no such user)")?.isPermanent == true)
        #expect(report("Failed", "5.1.1")?.status == "5.1.1")
        #expect(report("failed", "4.4.7")?.isPermanent == false)
        #expect(report("delayed", "4.2.2")?.isPermanent == false)
        #expect(report("delivered", "2.0.0") == nil)
        #expect(report("failed", "nonsense") == nil)
        #expect(DeliveryReport(mail("Subject: failure\n\nStatus: 5.1.1\nAction: failed\n")) == nil)
    }

    @Test func `never breaks the reader, however it is damaged`() throws {
        var message = try MailMessage.invitation(to: "mia@example.org")
        message.calendar = try CalendarPart(method: "REPLY", text: "BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n")
        let seed = message.encoded()
        let pieces = ["\r\n", "\n", "--=_mixed\r\n", "--=_alternative--", "=", "=\r\n", "\"", ";", ":", "\\"]
            .map { Array($0.utf8) }
        for _ in 0..<2_000 {
            var bytes = seed
            for _ in 0..<Int.random(in: 1...5) {
                let place = Int.random(in: 0...max(0, bytes.count - 1))
                switch Int.random(in: 0..<4) {
                case 0: if !bytes.isEmpty { bytes[place] = .random(in: 0...255) }
                case 1: bytes.removeSubrange(place..<min(bytes.count, place + .random(in: 1...50)))
                case 2: bytes.insert(contentsOf: pieces.randomElement() ?? [], at: place)
                default:
                    bytes.insert(contentsOf: Array(bytes[place..<min(bytes.count, place + 200)]), at: place)
                }
            }
            let read = ReceivedMail(bytes)
            for part in read.all("text/calendar") { #expect(part.content.count <= bytes.count) }
            _ = DeliveryReport(read)
        }
    }

    @Test func `is read no deeper and no further than the limits`() {
        let nested = (0..<50).map { "Content-Type: multipart/mixed; boundary=b\($0)\n\n--b\($0)\n" }.joined()
        let many =
            "Content-Type: multipart/mixed; boundary=b\n\n" + String(repeating: "--b\n\nx\n", count: 5_000)

        #expect(mail(nested).all("multipart/mixed").count == MailLimits.receivedDepth + 1)
        #expect(mail(many).all("text/plain").count == MailLimits.receivedParts)
    }
}
