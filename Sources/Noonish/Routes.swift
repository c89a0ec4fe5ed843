import Access
import Foundation
import HTTPKit
import Hummingbird
import Postgres

/// Every route group of the program, on one screen.
struct Routes {
    let server: Server
    let database: PostgresClient
    let readiness: Readiness

    private var all: [Route] {
        ServiceRoutes(
            readiness: readiness, metrics: server.metrics, metricsArePublic: server.settings.metrics.isPublic
        ).routes
            + server.web.routes
    }

    var router: Router<AppContext> {
        let router = Router<AppContext>.platform(
            hosts: PublicHosts(URLComponents(string: server.site.publicURL)?.host ?? "localhost"),
            isSecure: server.site.isSecure, metrics: server.metrics)
        RouteTable(all, site: server.site, resolvers: []).register(on: router)
        router.answerOtherMethods()
        return router
    }
}
