package import Access
import Postgres

extension [Retention] {
    /// Exports of personal data, and the waiting period before an erasure.
    package static let privacy = [
        Retention("exports", .seconds(ExportLimits.life), removal: Command.removeExports),
        Retention("erasure", .seconds(ErasureLimits.grace)),
    ]
}
