import Access
import Foundation
import Initializers
import NoonishAPI
package import Postgres

/// Imports restaurants' offers from a file.
///
/// The file is the complete list of its source: offers that it no longer contains end. Everything is written
/// in one transaction. Importing the same file again changes nothing.
@MemberwiseInit
package struct OfferImport: Sendable {
    let database: PostgresClient

    /// The file to import and its source.
    @MemberwiseInit
    package struct Request: Sendable {
        /// Path of a `.csv`, `.tsv` or `.json` file; `.gz` is decompressed on the fly.
        package var file: String
        /// The id of the offers' source: a short word.
        package var source: String
        /// The source whose ids the file uses for restaurants.
        package var restaurants: String
    }

    package struct Report: Hashable, Sendable {
        package var read = 0
        package var new = 0
        package var changed = 0
        package var ended = 0
        /// Reasons for skipped records, with their counts.
        package var skipped: [String: Int] = [:]
    }

    /// Imports the file.
    ///
    /// - Throws: ``ImportFault`` with a text for the operator, or `PostgresError`.
    package func run(_ request: Request) async throws -> Report {
        guard request.source.wholeMatch(of: /[a-z][a-z0-9-]{0,39}/) != nil else {
            throw ImportFault("\(request.source) is not a valid source id; use letters a to z, digits and -")
        }
        var report = Report()
        let records = try await read(request.file, &report)
        guard !records.isEmpty else {
            throw ImportFault(
                "\(request.file) has no offers (\(report.read) records); nothing was changed")
        }
        let before = report
        return try await database.withImportLock(of: "offers:\(request.source)") {
            try await database.transaction { transaction in
                var report = before
                var kept = 0
                for first in stride(from: 0, to: records.count, by: RestaurantLimits.importChunk) {
                    let chunk = records[first..<min(records.count, first + RestaurantLimits.importChunk)]
                    let merged = try await transaction.one(
                        .merge(Array(chunk), source: request.source, restaurants: request.restaurants))
                    report.new += merged.new
                    report.changed += merged.changed
                    kept += merged.matched
                }
                if kept < records.count {
                    report.skipped[OfferRecord.Fault.unknownRestaurant.rawValue] = records.count - kept
                }
                report.ended = try await transaction.execute(
                    .endOffers(of: request.source, otherThan: records.map(\.key)))
                return report
            }
        }
    }

    private func read(_ path: String, _ report: inout Report) async throws -> [OfferRecord] {
        let file = ImportFile(path: path)
        let found: [ImportRecord?] = try await file.withChunks { chunks in
            if file.plainName.hasSuffix(".json") { return try await Self.all(chunks, JSONSplitter()) }
            let isTabbed = file.plainName.hasSuffix(".tsv")
            return try await Self.all(
                chunks, DelimitedSplitter(columns: nil, delimiter: isTabbed ? UInt8(ascii: "\t") : nil))
        }
        var records: [OfferRecord] = []
        var keys: Set<String> = []
        for record in found {
            report.read += 1
            do throws(OfferRecord.Fault) {
                guard let record else { throw .malformed }
                let offer = try OfferRecord(record)
                guard keys.insert(offer.key).inserted else { throw .duplicate }
                records.append(offer)
            } catch {
                report.skipped[error.rawValue, default: 0] += 1
            }
        }
        return records
    }

    private static func all(
        _ chunks: FileChunks, _ splitter: some RecordSplitter
    ) async throws -> [ImportRecord?] {
        var records: [ImportRecord?] = []
        for try await record in ImportRecords(chunks: chunks, splitter: splitter, onBytes: { _ in }) {
            records.append(record)
            guard records.count <= RestaurantLimits.importedOffers else {
                throw ImportFault("a file has at most \(RestaurantLimits.importedOffers) offers")
            }
        }
        return records
    }
}

/// The result of merging one chunk.
@Row
struct MergedOffers: Sendable, PostgresRow {
    let matched: Int
    let new: Int
    let changed: Int
}

extension Query where Row == MergedOffers {
    /// Merges offers. Unchanged rows are not updated, so that no notification repeats.
    static func merge(_ records: [OfferRecord], source: String, restaurants: String) -> Self {
        let days = records.map { $0.times.weekdays.sorted().map(String.init).joined(separator: ",") }
        return Query(
            "restaurants.merge_offers", on: .write,
            """
            WITH new AS (
                 SELECT f.id, f.key, r.id AS restaurant_id, f.title, f.description, f.link, f.first_day, f.last_day, f.weekdays,
                        f.from_minute, f.until_minute
                   FROM unnest(\(records.map { _ in OfferID.make() }), \(records.map(\.key)),
                               \(records.map(\.restaurant)), \(records.map(\.title)), \(records.map(\.words)),
                               \(records.map(\.link)), \(records.map(\.times.firstDay)), \(records.map(\.times.lastDay)),
                               \(days), \(records.map { $0.times.hours?.from }), \(records.map { $0.times.hours?.until }))
                        AS f (id, key, place, title, description, link, first_day, last_day, weekdays, from_minute, until_minute)
                   JOIN restaurant AS r ON r.source = \(restaurants) AND r.source_id = f.place
                 ),
                 merged AS (
                 INSERT INTO restaurant_offer AS known (id, source, key, restaurant_id, title, description, link, first_day, last_day,
                                             weekdays, from_minute, until_minute)
                 SELECT id, \(source), key, restaurant_id, title, description, link, date '1970-01-01' + first_day::int,
                        date '1970-01-01' + last_day::int, string_to_array(weekdays, ',')::int[], from_minute, until_minute
                   FROM new
                     ON CONFLICT ON CONSTRAINT restaurant_offer_source_once DO UPDATE
                    SET restaurant_id = excluded.restaurant_id, title = excluded.title, description = excluded.description,
                        link = excluded.link, first_day = excluded.first_day, last_day = excluded.last_day,
                        weekdays = excluded.weekdays, from_minute = excluded.from_minute,
                        until_minute = excluded.until_minute, ended_at = NULL, updated_at = now()
                  WHERE known.ended_at IS NOT NULL
                     OR (known.restaurant_id, known.title, known.description, known.link, known.first_day, known.last_day,
                         known.weekdays, known.from_minute, known.until_minute)
                        IS DISTINCT FROM
                        (excluded.restaurant_id, excluded.title, excluded.description, excluded.link, excluded.first_day,
                         excluded.last_day, excluded.weekdays, excluded.from_minute, excluded.until_minute)
              RETURNING xmax = 0 AS is_new)
            SELECT (SELECT count(*) FROM new), (SELECT count(*) FROM merged WHERE is_new),
                   (SELECT count(*) FROM merged WHERE NOT is_new)
            """)
    }
}

extension Command {
    static func endOffers(of source: String, otherThan keys: [String]) -> Command {
        Command(
            "restaurants.end_offers",
            """
            UPDATE restaurant_offer
               SET ended_at = now(), updated_at = now()
             WHERE source = \(source) AND ended_at IS NULL AND key <> ALL (\(keys))
            """)
    }
}
