import HTTPTypes
package import JSON

extension Problem {
    /// 412: the resource has changed since the caller read it. `members` may carry its current state.
    package static func preconditionFailed(tag: EntityTag, members: [Member] = []) -> Problem {
        Problem(
            "precondition_failed", .preconditionFailed, title: "Precondition failed",
            detail: "It has changed since you read it. Fetch the current version and try again.",
            members: members,
            headers: [.eTag: tag.description])
    }

    /// 412 with the present state.
    ///
    /// - Parameter current: The resource as the caller would read it now.
    package static func stale(_ current: some JSONEncodable & Sendable, version: Int) -> Problem {
        var writer = JSONWriter()
        current.encode(to: &writer)
        return preconditionFailed(
            tag: EntityTag(.version(version), representation: writer.finish()),
            members: [Member("current", current)])
    }
}
