import Foundation
import Initializers

// The wire format of a message: RFC 5322 header fields, then its MIME parts. Every line ends with CRLF and is
// ASCII; libcurl neither adds nor changes line ends.

extension MailMessage {
    /// Returns the whole message. Encoding is deterministic.
    package func encoded() -> [UInt8] {
        headerFields.flatMap(\.encoded) + body.encoded
    }

    /// Returns the whole message, preceded by a signature of each signer.
    package func encoded(signedBy signers: [DKIMSigner]) throws(MailFault) -> [UInt8] {
        let message = encoded()
        var output: [UInt8] = []
        for signer in signers { output += try signer.signature(of: message, at: date) }
        return output + message
    }

    /// The body: mixed( alternative( text, html, calendar ), file ), without the parts that are absent.
    private var body: MailPart {
        let words = MailPart(text: text, type: "text/plain", parameters: ["charset=utf-8"])
        guard html != nil || calendar != nil else { return words }
        // The richest alternative comes last: a mail client shows the last one that it supports.
        var forms = [words]
        if let html { forms.append(MailPart(text: html, type: "text/html", parameters: ["charset=utf-8"])) }
        guard let calendar else { return MailPart("alternative", forms) }
        forms.append(
            MailPart(
                text: calendar.text, type: "text/calendar",
                parameters: ["method=\(calendar.method)", "charset=UTF-8", "component=VEVENT"],
                encoding: .quotedPrintable))
        return MailPart(
            "mixed", [MailPart("alternative", forms), MailPart(file: calendar.text, name: "invite.ics")])
    }

    private var headerFields: [HeaderField] {
        var fields = [
            HeaderField("Date", [Self.dateText(date)]),
            HeaderField("From", from.words),
            HeaderField("To", to.words),
            HeaderField("Subject", Phrase(subject).words),
            HeaderField("Message-ID", [id.text]),
            // Asks automatic responders not to reply. RFC 3834 §5.
            HeaderField("Auto-Submitted", ["auto-generated"]),
            HeaderField("MIME-Version", ["1.0"]),
        ]
        if let replyTo { fields.append(HeaderField("Reply-To", replyTo.words)) }
        if let last = references.last {
            fields.append(HeaderField("In-Reply-To", [last.text]))
            fields.append(HeaderField("References", references.map(\.text)))
        }
        if let unsubscribe {
            fields.append(HeaderField("List-Unsubscribe", ["<\(unsubscribe.url)>"]))
            if unsubscribe.isOneClick {
                fields.append(HeaderField("List-Unsubscribe-Post", ["List-Unsubscribe=One-Click"]))
            }
        }
        return fields
    }

    /// Returns a date such as `Sat, 21 Nov 2026 13:52:08 +0000`.
    ///
    /// - Source: RFC 5322 §3.3.
    static func dateText(_ date: Date) -> String {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        let part = calendar.dateComponents(
            [.weekday, .day, .month, .year, .hour, .minute, .second], from: date)
        let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        let two = { (value: Int?) in String(100 + (value ?? 0)).dropFirst() }
        return
            "\(weekdays[(part.weekday ?? 1) - 1]), \(part.day ?? 1) \(months[(part.month ?? 1) - 1]) \(part.year ?? 0) "
            + "\(two(part.hour)):\(two(part.minute)):\(two(part.second)) +0000"
    }
}

/// One header field, folded between words where its line would grow too long.
@MemberwiseInit(unlabeled: 2)
struct HeaderField {
    let name: String
    let words: [String]

    /// The field with its line ends. A word that is longer than a line gets a line of its own; the types of
    /// the words ensure that none exceeds 998 bytes.
    ///
    /// - Source: RFC 5322 §2.1.1, §2.2.3.
    var encoded: [UInt8] {
        var lines = ["\(name):"]
        for (index, word) in words.enumerated() {
            let line = lines[lines.count - 1]
            if index == 0 || line.utf8.count + 1 + word.utf8.count <= MailLimits.lineBytes {
                lines[lines.count - 1] = "\(line) \(word)"
            } else {
                lines.append(" \(word)")
            }
        }
        return Array((lines.joined(separator: "\r\n") + "\r\n").utf8)
    }
}

extension MailAddress {
    /// The words of the address in From and To. RFC 5322 §3.4.
    var words: [String] {
        guard let name else { return [address] }
        return Phrase(name).quotedWords + ["<\(address)>"]
    }
}
