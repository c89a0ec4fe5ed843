package import Access
import Postgres

extension Retention {
    package static let reports = Retention("reports", ReportLimits.kept, removal: Command.removeReports)
}
