/// What a mail system says became of a message: it could not be delivered, or not yet.
///
/// - Source: RFC 3464.
package struct DeliveryReport: Hashable, Sendable {
    /// Whether it failed for good: tried again it would fail again.
    package let isPermanent: Bool
    /// `5.1.1`: class, subject, detail. RFC 3463.
    package let status: String

    /// - Returns: Nil for a message that is no report of a failure.
    package init?(_ mail: ReceivedMail) {
        guard mail.type == "multipart/report",
            let report = mail.parts.first(where: {
                ["message/delivery-status", "message/global-delivery-status"].contains($0.type)
            })
        else { return nil }
        var rest = report.content[...]
        while !rest.isEmpty {
            // Fields of the whole message, then a group for each recipient; mail of ours has one.
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
