import Access
package import Fetch
package import Foundation
import Initializers
import JSON
package import Logging
package import NoonishAPI
package import Postgres

/// Yelp's Places API (v3), shown beside our own directory.
///
/// Its terms allow caching a response for a day. It is cached for less, in memory only; none of it reaches
/// the table, the index or an export. Every item has Yelp's name and the link to its page.
package actor YelpOrigin: LiveOrigin {
    @MemberwiseInit
    package struct Settings: Sendable {
        let key: String
        /// `https://api.yelp.com`, without a trailing slash.
        let url: String
        /// The maximum number of requests a day.
        let dailyLimit: Int
        /// For one whole request.
        let timeout: Duration
    }

    private struct CachedResponse {
        let answer: JSONValue
        let at: Date
    }

    package nonisolated let source = RestaurantSource(
        id: "yelp", name: "Yelp", licence: "Yelp API Terms of Use; shown, not kept",
        attribution: "Powered by Yelp", url: "https://www.yelp.com/")

    private let settings: Settings
    private let client: FetchClient
    private let database: PostgresClient?
    /// The limit of all processes together.
    private let allowance: DurableLimit
    private let now: @Sendable () -> Date
    private let logger: Logger
    private var quota: YelpQuota
    private var cache: [String: CachedResponse] = [:]

    /// Creates the origin.
    ///
    /// - Parameter database: Where the requests of all processes are counted; `nil` to count those of this one only.
    package init(
        _ settings: Settings, client: FetchClient, countedIn database: PostgresClient? = nil, logger: Logger,
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.settings = settings
        self.client = client
        self.database = database
        allowance = DurableLimit("yelp", most: settings.dailyLimit, window: .seconds(24 * 3_600))
        self.logger = logger
        self.now = now
        quota = YelpQuota(dailyLimit: settings.dailyLimit)
    }

    /// Searches by `GET /v3/businesses/search`.
    package func search(_ query: LiveQuery) async throws(LiveFault) -> [LiveRestaurant] {
        let answer = try await answer("/v3/businesses/search?" + YelpSearch(query).query)
        guard let list = answer.flatMap({ YelpBusiness.list($0, from: query.origin) }) else {
            throw .unavailable
        }
        return list.filter { business in
            !business.hasClosed
                && query.minimumRating.map { $0 <= business.rating?.value ?? 0 } ?? true
        }
    }

    /// Reads one business by `GET /v3/businesses/{id}`.
    package func details(_ id: String) async throws(LiveFault) -> LiveRestaurant? {
        guard let answer = try await answer("/v3/businesses/" + YelpSearch.encoded(id)) else { return nil }
        guard let business = YelpBusiness.read(answer, from: nil) else { throw .unavailable }
        return business
    }
}

extension YelpOrigin {
    /// Returns Yelp's response for `path`, cached or new; `nil` for 404.
    private func answer(_ path: String) async throws(LiveFault) -> JSONValue? {
        let start = now()
        cache = cache.filter { start.timeIntervalSince($0.value.at) < YelpLimits.cacheSeconds }
        if let known = cache[path] { return known.answer }
        try quota.countRequest(at: start)
        guard try await mayRequest() else { throw .exhausted }
        let response: FetchResponse
        do {
            response = try await client.fetch(request(path))
        } catch .cancelled {
            throw .unavailable
        } catch {
            quota.recordFailure(at: now())
            logger.warning("Yelp request failed", metadata: ["because": "\(error)"])
            throw .unavailable
        }
        return try read(response, path)
    }

    /// Counts a request among those of all processes, which restarts do not forget.
    private func mayRequest() async throws(LiveFault) -> Bool {
        guard let database else { return true }
        do {
            return try await database.transaction { [allowance] in
                try await allowance.take(by: "the service", in: $0)
            }
        } catch {
            throw .unavailable
        }
    }

    private func read(_ response: FetchResponse, _ path: String) throws(LiveFault) -> JSONValue? {
        let time = now()
        quota.update(response, at: time)
        switch response.status {
        case 200:
            guard let answer = try? JSONValue(parsing: response.body) else {
                logger.warning("Yelp response is not JSON")
                throw .unavailable
            }
            store(answer, path, time)
            return answer
        case 404: return nil
        case 429:
            logger.notice("Yelp quota exhausted")
            throw .exhausted
        default:
            logger.warning("Yelp rejected the request", metadata: ["status": "\(response.status)"])
            throw .unavailable
        }
    }

    private func store(_ answer: JSONValue, _ path: String, _ time: Date) {
        if cache.count >= YelpLimits.maximumCachedResponses,
            let oldest = cache.min(by: { $0.value.at < $1.value.at })
        {
            cache[oldest.key] = nil
        }
        cache[path] = CachedResponse(answer: answer, at: time)
    }

    private func request(_ path: String) throws(FetchError) -> FetchRequest {
        try FetchRequest(
            .get, settings.url + path,
            headers: [
                HTTPHeader("Authorization", "Bearer \(settings.key)"),
                HTTPHeader("Accept", "application/json"),
            ],
            policy: .any, allowsPlainHTTP: settings.url.hasPrefix("http://"),
            limits: TransferLimits(
                total: settings.timeout, connect: settings.timeout, responseBytes: YelpLimits.answerBytes))
    }
}
