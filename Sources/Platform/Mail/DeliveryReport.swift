/// A mail system's report that a message could not be delivered, for good or temporarily.
///
/// - Source: RFC 3464.
package struct DeliveryReport: Hashable, Sendable {
    /// Whether the failure is permanent, so that a retry would fail as well.
    package let isPermanent: Bool
    /// The enhanced status code, such as `5.1.1`: class, subject, detail. RFC 3463.
    package let status: String

    /// Reads a report. `nil` if the message does not report a failure.
    package init?(_ mail: ReceivedMail) {
        guard mail.type == "multipart/report",
            let report = mail.parts.first(where: {
                ["message/delivery-status", "message/global-delivery-status"].contains($0.type)
            })
        else { return nil }
        var rest = report.content[...]
        while !rest.isEmpty {
            // The fields of the whole message come first, then a group for each recipient. Our messages have
            // one recipient.
            let (fields, after) = ReceivedMail.split(rest)
            rest = after
            let action = fields.first { $0.name == "action" }?.value.lowercased()
            guard action == "failed" || action == "delayed",
                let status = fields.first(where: { $0.name == "status" })?.value.prefix(while: {
                    !$0.isWhitespace
                }),
                status.wholeMatch(of: /[245]\.\d{1,3}\.\d{1,3}/) != nil
            else { continue }
            self.status = String(status)
            isPermanent = action == "failed" && status.hasPrefix("5")
            return
        }
        return nil
    }
}
