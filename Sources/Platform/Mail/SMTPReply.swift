import Foundation

/// A reply of a mail server.
package struct SMTPReply: Hashable, Sendable {
    /// The reply code, such as 421 or 550. RFC 5321 §4.2.
    package let code: Int
    /// The enhanced status code, such as `5.1.1`, if the server sent one: class, subject, detail. RFC 3463.
    package let enhanced: String?
    /// The text of the reply, on one line. It may repeat an address, so it must not be logged.
    package let text: String

    /// Reads the last reply among the lines of a session, ignoring 221: libcurl sends QUIT before it closes a
    /// failed connection, and the reply to that hides the reason (from `CURLINFO_RESPONSE_CODE` too).
    init?(last lines: [String]) {
        let relevantLines = lines.reversed().drop { $0.hasPrefix("221") }
        guard let code = relevantLines.first.flatMap({ Int($0.prefix(3)) }) else { return nil }
        let reply = relevantLines.prefix { $0.hasPrefix(String(code)) }.reversed()
        let words = reply.map { $0.dropFirst(4) }.joined(separator: " ").split { $0.isWhitespace }
        let first = words.first.flatMap { $0.wholeMatch(of: /[245]\.\d{1,3}\.\d{1,3}/) }?.output
        self.code = code
        enhanced = first.map(String.init)
        // A reply of several lines repeats the enhanced code on each.
        text =
            Phrase(words.filter { $0 != first }.joined(separator: " "), longest: MailLimits.replyCharacters)
            .text
    }

    /// Both codes, such as `550 5.1.1`.
    package var codes: String { [String(code), enhanced].compactMap { $0 }.joined(separator: " ") }
}
