import Access
import NoonishAPI
import Outings
import Postgres

extension SeriesEdits {
    /// Creates the link of a series, and the share links of its outings to which it leads. The address that the
    /// series had, and those links, stop working.
    func replaceLink(
        of id: SeriesID, maxPartySize: Int, within creations: CreationLimit, by call: Call,
        in transaction: Transaction
    ) async throws -> SeriesLink {
        let series = try await open(id, call.actor, .manageLinks, in: transaction)
        try await creations.take(.links, by: series.host.id, in: transaction)
        try await transaction.execute(.revokeSeriesLinks(of: id))
        let link = try await transaction.one(
            .replaceLink(of: id, maxPartySize: maxPartySize, key: call.site.key))
        try await outings.openToSeriesLink(
            try await transaction.all(.made(for: [id])).map(\.outing), by: series.host.id,
            maxPartySize: maxPartySize, in: transaction)
        try await transaction.audit(call.line(.linkCreated, "series:\(id)"))
        return link.wire(call.site)
    }

    /// Removes the link of a series, and the share links of its outings to which it leads. People who came by
    /// them stay on the lists.
    func removeLink(of id: SeriesID, by call: Call, in transaction: Transaction) async throws {
        _ = try await open(id, call.actor, .manageLinks, in: transaction)
        try await transaction.execute(.removeLink(of: id))
        try await transaction.execute(.revokeSeriesLinks(of: id))
        try await transaction.audit(call.line(.linkRevoked, "series:\(id)"))
    }
}
