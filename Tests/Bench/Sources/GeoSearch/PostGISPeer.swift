import Foundation
import Geo
import GeoSearch
import Logging
import Postgres

/// The same places in PostGIS, with the indexes that an experienced user would create.
struct PostGISPeer {
    private let client: PostgresClient

    init(_ url: String?, _ places: [Place]) async throws {
        guard let url else { throw PostgresBench.NoDatabase() }
        var logger = Logger(label: "bench")
        logger.logLevel = .error
        var configuration = try PostgresConfiguration(url)
        configuration.applicationName = "noonish-bench"
        client = PostgresClient(configuration, logger: logger)
        try await fill(places)
    }

    /// The table, its indexes, and the words of all names for typos.
    private func fill(_ places: [Place]) async throws {
        try await client.run(
            script: """
                CREATE EXTENSION postgis;
                CREATE EXTENSION pg_trgm;
                CREATE EXTENSION fuzzystrmatch;
                CREATE UNLOGGED TABLE raw (
                    id int8, latitude float8, longitude float8, name text, words text, rating float8, price int8, hours int8);
                CREATE UNLOGGED TABLE hours (id int4 PRIMARY KEY, open bit(168));
                """)
        try await client.copy(
            into: "raw (id, latitude, longitude, name, words, rating, price, hours)",
            rows: Rows(places: places))
        // All 168 hours of a week are equivalent here: a query names one of them.
        for pattern in 0..<UInt32(PlaceMaker.patternCount) where PlaceMaker.isOpen(pattern) {
            try await client.execute(
                Command(
                    "bench.hours", "INSERT INTO hours (id, open) VALUES (\(Int(pattern)), ~ B'0'::bit(168))"))
        }
        try await client.run(
            script: """
                CREATE TABLE place AS
                SELECT id::int4, ST_MakePoint(longitude, latitude)::geography AS location, name,
                       to_tsvector('simple', words) AS words, rating::float4, price::int2, hours::int4
                  FROM raw;
                ALTER TABLE place ADD PRIMARY KEY (id);
                CREATE INDEX place_location_idx ON place USING gist (location);
                CREATE INDEX place_words_idx ON place USING gin (words);
                CREATE TABLE word AS SELECT word FROM ts_stat('SELECT words FROM place');
                CREATE INDEX word_trigrams_idx ON word USING gin (word gin_trgm_ops);
                DROP TABLE raw;
                ANALYZE place; ANALYZE word; ANALYZE hours;
                """)
    }

    private struct Rows: AsyncSequence {
        let places: [Place]

        struct AsyncIterator: AsyncIteratorProtocol {
            var rest: IndexingIterator<[Place]>
            var number = 0

            mutating func next() async -> CopyRow? {
                guard let place = rest.next() else { return nil }
                number += 1
                let texts = [place.name, place.kind?.rawValue ?? ""] + place.cuisines + place.areas
                let words = texts.flatMap { TextFolding.words(of: $0) }.joined(separator: " ")
                let hours = place.hoursPattern == Place.unknownHours ? nil : Int(place.hoursPattern)
                return CopyRow(
                    number, place.coordinate.latitude, place.coordinate.longitude, place.name, words,
                    place.rating?.value, place.price, hours)
            }
        }

        func makeAsyncIterator() -> AsyncIterator { AsyncIterator(rest: places.makeIterator()) }
    }

    func stop() async { await client.stop() }

    func time(_ condition: SQL, _ origins: [Coordinate]) async throws -> Timing {
        let query = { (origin: Coordinate) in
            Query<Double>(
                "bench.places",
                """
                SELECT ST_Distance(location, spot)
                  FROM place
                  CROSS JOIN LATERAL (SELECT ST_MakePoint(\(origin.longitude), \(origin.latitude))::geography AS spot) AS asked
                \(fragment: condition)
                 ORDER BY location <-> spot
                 LIMIT 20
                """, decode: { (row: inout RowReader) throws(PostgresError) in try row.next() })
        }
        for origin in origins.prefix(10) { _ = try await client.all(query(origin)) }
        var timing = Timing()
        for origin in origins { try await timing.addAwaited { _ = try await client.all(query(origin)) } }
        return timing
    }

    /// What a question costs that PostgreSQL answers without looking.
    func roundTrip() async throws -> Timing {
        let query = Query<Int>(
            "bench.one", "SELECT 1::int8",
            decode: { (row: inout RowReader) throws(PostgresError) in try row.next() })
        var timing = Timing()
        for _ in 0..<300 { try await timing.addAwaited { _ = try await client.all(query) } }
        return timing
    }
}
