import Foundation
import Geo
import GeoSearch
import NoonishAPI
import Postgres
import TestSupport
import Testing

@testable import Restaurants

/// What a process has after a start: the same with the saved index as without, whatever became of the file.
struct IndexFileTests {
    private static let questions = [
        PlaceQuery(.around(.kamppi), limit: 50), PlaceQuery(.around(.kamppi), text: "sushi"),
        PlaceQuery(.around(.kamppi, radius: 2_000), text: "ramen veg", order: .best),
        PlaceQuery(.around(.kamppi), text: "Пушкин"), PlaceQuery(.around(.kamppi), text: "pushkin"),
    ]

    /// An invented town and some places with hours and names of their own, and where the index is kept.
    private func withTown(_ test: @escaping @Sendable (PostgresClient, IndexFile) async throws -> Void)
        async throws
    {
        try await withDatabase { database in
            try await withFolder { folder in
                let features = [
                    feature(
                        1, ["amenity": "restaurant", "name": "Пушкин", "opening_hours": "Mo-Fr 11:00-15:00"]),
                    feature(2, ["amenity": "cafe", "name": "Kuu", "opening_hours": "PH off; sunrise-18:00"]),
                ]
                try await Directory(database).importFile(
                    features.joined(separator: "\n"), as: "a.json", .osm, zone: "Europe/Helsinki",
                    country: "FI")
                try await SampleRestaurants.add(to: database)  // afterwards, since an import removes them
                try await test(database, IndexFile(path: folder + "restaurants.index"))
            }
        }
    }

    /// A process that has started, and its log.
    private func started(_ database: PostgresClient, _ file: IndexFile?) async throws -> (
        index: RestaurantIndex, log: LogRecorder
    ) {
        let log = LogRecorder()
        let index = try Directory(database, file: file, logger: log.logger).index
        try await index.refresh()
        return (index, log)
    }

    private func answers(_ index: RestaurantIndex) throws -> [String] {
        try Self.questions.flatMap { question in
            var question = question
            question.openAt = index.openStates(at: Date(timeIntervalSince1970: 1_804_762_800))
            return try index.search(question).hits.map { hit in
                let hours = index.hours[hit.place.hoursPattern]?.hours.text
                let source = index.source(of: hit.place).id
                var place = hit.place
                // Numbers mean the same, and need not be the same.
                place.hoursPattern = 0
                place.source = 0
                return
                    "\(hit.centimetres) \(hit.openState.debugDescription) \(hours ?? "-") \(source) \(place)"
            }
        }
    }

    @Test func `a start takes the file and answers as one that reads the table`() async throws {
        try await withTown { database, file in
            let (first, firstLog) = try await started(database, file)
            await first.saveChanges(atLeast: 1)

            let (second, log) = try await started(database, file)

            #expect(firstLog.lines.contains { $0.contains("the table") })
            #expect(log.lines.contains { $0.contains("the saved index") && $0.contains("are loaded") })
            let (plain, _) = try await started(database, nil)
            #expect(second.count == plain.count && second.hours.count == plain.hours.count)
            #expect(try answers(second) == answers(plain))
        }
    }

    @Test func `what changed while nobody ran is seen`() async throws {
        try await withTown { database, file in
            let (first, _) = try await started(database, file)
            await first.saveChanges(atLeast: 1)
            try await database.run(
                script: """
                    UPDATE restaurant SET name = 'Otava', opening_hours = 'Sa 10:00-12:00' WHERE name = 'Kuu';
                    UPDATE restaurant SET vanished_at = now() WHERE name = 'Пушкин';
                    """, named: "test")
            try await Directory(database).importFile(
                #"{"id": "x", "name": "Uusi", "kind": "bar", "lat": 60.17, "lon": 24.93}"#, as: "b.json",
                .json,
                mapping: """
                    source: {id: other, name: Another, licence: CC0, attribution: by another, url: https://a.example}
                    tags: {name: name, amenity: kind}
                    id: id
                    latitude: lat
                    longitude: lon
                    """)

            let (second, log) = try await started(database, file)

            #expect(log.lines.contains { $0.contains("the saved index") && $0.contains("are loaded") })
            let (plain, _) = try await started(database, nil)
            #expect(second.count == plain.count)
            #expect(try answers(second) == answers(plain))
            #expect(try answers(second).contains { $0.contains("Uusi") && $0.contains("other") })
        }
    }

    @Test func `a transaction that was open when it was saved is not missed`() async throws {
        try await withTown { database, file in
            try await database.transaction { slow in
                try await slow.execute(
                    Command("test.slow", "UPDATE restaurant SET name = 'Late' WHERE name = 'Kuu'"))
                let (first, _) = try await started(database, file)
                try await database.execute(
                    Command("test.quick", "UPDATE restaurant SET name = 'Quick' WHERE name = 'Пушкин'"))
                try await first.refresh()
                await first.saveChanges(atLeast: 1)
            }

            let (second, _) = try await started(database, file)

            let (plain, _) = try await started(database, nil)
            #expect(try answers(second) == answers(plain))
            #expect(try answers(second).contains { $0.contains("Late") })
        }
    }

    @Test func `a file that is damaged, cut off or something else is ignored with one log line`()
        async throws
    {
        try await withTown { database, file in
            let (first, _) = try await started(database, file)
            await first.saveChanges(atLeast: 1)
            let whole = try Data(contentsOf: URL(filePath: file.path))
            var changed = whole
            changed[whole.count / 2] ^= 1
            let expected = try answers(first)
            for (bytes, reason) in [
                (changed, "damaged"), (whole.prefix(whole.count - 1), "damaged"),
                (whole.prefix(100), "another format"), (Data(), "another format"),
                (Data("a letter to grandmother, long enough to be looked at".utf8), "another format"),
            ] {
                try bytes.write(to: URL(filePath: file.path))

                let (second, log) = try await started(database, file)

                #expect(log.lines.filter { $0.contains(reason) && $0.contains("not used") }.count == 1)
                #expect(try answers(second) == expected)
            }
        }
    }

    @Test func `the index of another database is passed over`() async throws {
        try await withTown { database, file in
            let (first, _) = try await started(database, file)
            await first.saveChanges(atLeast: 1)

            try await withDatabase { other in
                let (index, log) = try await started(other, file)

                #expect(index.count == 0)
                #expect(log.lines.contains { $0.contains("another database") })
            }
        }
    }

    @Test func `of another program or vocabulary, or of a later moment, is passed over`() async throws {
        try await withTown { database, file in
            let (first, _) = try await started(database, file)
            let position = try await database.one(.position())
            let words = first.words.vocabulary.fingerprint
            for (program, vocabulary, horizon, reason) in [
                ("1 bytes of 0", words, position.horizon, "another build"),
                (IndexMetadata.thisProgram, words ^ 1, position.horizon, "another config/cuisines.yaml"),
                (IndexMetadata.thisProgram, words, position.horizon + 1_000_000, "is older than the index"),
            ] {
                let note = IndexMetadata(
                    program: program, vocabulary: vocabulary, database: position.database, horizon: horizon,
                    read: [:], sources: [], hours: [])
                #expect(try file.save(first.places, note: note.bytes))

                let (second, log) = try await started(database, file)

                #expect(log.lines.contains { $0.contains(reason) })
                #expect(second.count == first.count)
            }
        }
    }

    @Test func `many changes are saved once it is quiet, few are not`() async throws {
        try await withDatabase { database in
            try await withFolder { folder in
                let file = IndexFile(path: folder + "restaurants.index")
                let (index, _) = try await started(database, file)
                let count = RestaurantLimits.changesBeforeSave
                try await database.run(script: Self.places(count), named: "test")

                try await index.refresh()
                #expect(!FileManager.default.fileExists(atPath: file.path))
                try await index.refresh()

                #expect(FileManager.default.fileExists(atPath: file.path))
                let saved = try file.map()
                try await database.run(
                    script: "UPDATE restaurant SET name = 'B' WHERE source_id = '1'", named: "test")
                try await index.refresh()
                try await index.refresh()
                #expect(try file.map().note == saved.note)
                #expect(
                    try FileManager.default.contentsOfDirectory(atPath: folder).sorted() == [
                        "restaurants.index", "restaurants.index.lock",
                    ])
            }
        }
    }

    private static func places(_ count: Int) -> String {
        """
        INSERT INTO restaurant_source (id, name, licence, attribution, url)
        VALUES ('many', 'Many', 'CC0', 'by nobody', 'https://many.example');
        INSERT INTO restaurant (id, source, source_id, name, kind, latitude, longitude)
        SELECT gen_random_uuid(), 'many', n::text, 'A', 'bar', 60 + n / 1e5, 24
          FROM generate_series(1, \(count)) AS n;
        """
    }

    @Test func `a failed save is logged once and harms nothing else`() async throws {
        try await withTown { database, _ in
            let (index, log) = try await started(database, IndexFile(path: "/nowhere/at/all"))

            await index.saveChanges(atLeast: 1)
            await index.saveChanges(atLeast: 1)

            #expect(log.lines.filter { $0.contains("cannot be saved") }.count == 1)
            #expect(try !answers(index).isEmpty)
        }
    }
}
