import Foundation
import Testing

@testable import Mail

@Suite struct `A message on the wire` {
    @Test func `is exactly this`() throws {
        let message = MailMessage(
            id: try MessageID("watch.1.2", domain: "noonish.example"),
            date: Date(timeIntervalSince1970: 1_795_355_528),
            from: try MailAddress("table@noonish.example", name: "Noonish"),
            to: try MailAddress("mia@example.org", name: "Mia \"M\" Lee"),
            subject: "Lunch on Friday", text: "Hello,\n\n.dots and = signs\nFrom here on \n")

        #expect(
            String(decoding: message.encoded(), as: UTF8.self)
                == """
                Date: Sun, 22 Nov 2026 13:52:08 +0000
                From: "Noonish" <table@noonish.example>
                To: "Mia \\"M\\" Lee" <mia@example.org>
                Subject: Lunch on Friday
                Message-ID: <watch.1.2@noonish.example>
                Auto-Submitted: auto-generated
                MIME-Version: 1.0
                Content-Type: text/plain; charset=utf-8
                Content-Transfer-Encoding: quoted-printable

                Hello,

                =2Edots and =3D signs
                =46rom here on=20

                """.replacing("\n", with: "\r\n"))
    }

    @Test(arguments: [
        "plain", "Zoë lädt ein", "🍜🍣 noodles or fish?", "👩‍👩‍👧‍👦", "=?utf-8?Q?fake?=",
        "日本語の件名は長くても切れないこと、そして正しく読めること",
        String(repeating: "word ", count: 40) + "end", String(repeating: "x", count: 200),
        String(repeating: "ß", count: 200), "a\r\nBcc: eve@example.org", "tab\tand\u{0}null\u{2028}line",
    ])
    func `keeps every line of a subject within its limit`(subject: String) {
        let field = HeaderField("Subject", Phrase(subject).words)

        let text = String(decoding: field.encoded, as: UTF8.self)
        let lines = text.split(separator: "\r\n").map(String.init)
        #expect(text.hasSuffix("\r\n"))
        #expect(lines.allSatisfy { $0.utf8.count <= 76 })
        #expect(lines.dropFirst().allSatisfy { $0.hasPrefix(" ") })
        #expect(text.utf8.allSatisfy { (0x20...0x7e).contains($0) || $0 == 0x0d || $0 == 0x0a })
    }

    @Test func `cuts what nobody could read`() {
        #expect(Phrase(String(repeating: "a", count: 5_000)).text.count == 200)
        #expect(Phrase("e" + String(repeating: "\u{301}", count: 5_000)).text.unicodeScalars.count == 200)
    }

    @Test(arguments: ["", "\n", "a", "a\n", "a\r\nb\rc\n\n", " \n\t\n", String(repeating: "=", count: 100)])
    func `has only whole lines in a part`(text: String) {
        for encoding in [TransferEncoding.quotedPrintable, .base64] {
            let lines = String(decoding: encoding.encode(text), as: UTF8.self)
                .split(separator: "\r\n", omittingEmptySubsequences: false)

            #expect(lines.last == "")
            #expect(lines.allSatisfy { $0.utf8.count <= 76 && !$0.contains("\n") && !$0.contains("\r") })
        }
    }

    @Test func `is base64 only where that is shorter`() {
        #expect(TransferEncoding(for: "Grüße an alle, die kommen") == .quotedPrintable)
        #expect(TransferEncoding(for: "Привет, друзья") == .base64)
        #expect(TransferEncoding(for: "") == .quotedPrintable)
    }

    @Test(arguments: [
        (0, "Thu, 1 Jan 1970 00:00:00 +0000"), (951_827_696, "Tue, 29 Feb 2000 12:34:56 +0000"),
        (1_798_761_599, "Thu, 31 Dec 2026 23:59:59 +0000"),
    ])
    func `bears the date in universal time`(seconds: Double, text: String) {
        #expect(MailMessage.dateText(Date(timeIntervalSince1970: seconds)) == text)
    }
}
