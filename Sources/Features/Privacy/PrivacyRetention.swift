package import Access
internal import Postgres

extension [Retention] {
    /// Copies of personal data, and the days before an erasure.
    package static let privacy = [
        Retention("exports", .seconds(ExportLimits.life), removal: Command.removeExports),
        Retention("erasure", .seconds(ErasureLimits.grace)),
    ]
}
