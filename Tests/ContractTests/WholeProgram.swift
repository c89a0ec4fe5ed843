import Access
import Foundation
import HTTPKit
import Hummingbird
import JSON
import Logging
import Menus
import Postgres
import Restaurants
import TestSupport

@testable import Noonish

/// The program with every route it has, on a database of its own, in this process.
struct WholeProgram: Sendable {
    let routes: [Route]
    let database: PostgresClient
    let site: TestSite
    let key: SecretKey
}

/// Puts the program together as `noonish serve` does, without its workers, and runs `test` against it.
///
/// - Parameter limits: Settings of `limits`; without them high enough to be out of the way.
func withWholeProgram(
    limits: [String: String] = [:], _ test: @escaping @Sendable (WholeProgram) async throws -> Void
) async throws {
    let folder = "/tmp/noonish-contract-\(UUID().uuidString.prefix(8))"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    var environment = [
        "NOONISH_DATA_FOLDER": folder, "NOONISH_HTTP_PORT": "0", "NOONISH_LOG_LEVEL": "error",
        "NOONISH_INBOUND_DOMAIN": "in.example.org",
        "NOONISH_INBOUND_SECRET": "bm9vbmlzaCBub29uaXNoIG5vb25pc2ggMTI=",
        "NOONISH_CHECKOUT_WEBHOOK_SECRET": "whsec_contract",
        "NOONISH_SIGN_IN_PROVIDERS": "facebook", "NOONISH_PROVIDER_FACEBOOK_CLIENT_ID": "1",
        "NOONISH_PROVIDER_FACEBOOK_CLIENT_SECRET": "secret",
        "NOONISH_LIMITS_SEARCH_BURST": "100000", "NOONISH_LIMITS_SEARCH_PER_SECOND": "10000",
        "NOONISH_LIMITS_REQUEST_BURST": "100000", "NOONISH_LIMITS_REQUESTS_PER_SECOND": "10000",
        "NOONISH_LIMITS_CREATED_PER_PERSON_A_DAY": "100000",
    ]
    environment.merge(limits) { $1 }
    let settings = try await Settings.load(file: nil, environment: environment)
    let server = try Server(settings, role: .http, metrics: MetricsRegistry(), logger: Logger(label: "test"))
    try await withDatabase { database in
        let appServices = try await AppServices(server, database: database)
        let routes = RouteServices(
            server: server, appServices: appServices,
            readiness: Readiness(probes: [.database(database), .index(appServices.restaurants)]),
            retention: [])
        _ = try await SampleRestaurants.addIfEmpty(to: database)
        try await SampleMenus.publish(in: database)
        try await appServices.restaurants.refresh()
        try await appServices.dishes.refresh()
        try await withRouter(routes.router, host: "localhost:\(server.port)") { site in
            try await test(
                WholeProgram(routes: routes.all, database: database, site: site, key: server.site.key))
        }
    }
}
