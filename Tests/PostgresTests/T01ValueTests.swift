import Foundation
import Postgres
import TestSupport
import Testing

/// 1. Every binary type both ways; what does not fit is an error, never a crash.
@Suite(.timeLimit(.minutes(30))) struct T01ValueTests {
    private func echo<Value: PostgresEncodable & PostgresDecodable>(
        _ original: Value, _ database: PostgresClient
    ) async throws -> Value {
        try await database.one(value(Value.self, "SELECT \(original)", named: "test.echo"))
    }

    @Test func `a row has another version after every update`() async throws {
        try await withEmptyDatabase { database async throws in
            func version() async throws -> RowVersion {
                try await database.one(value(RowVersion.self, "SELECT xmin FROM meal", named: "test.version"))
            }
            try await database.run(script: "CREATE TABLE meal AS SELECT 'soup' AS name", named: "test.table")
            let first = try await version()
            #expect(try await version() == first)
            try await database.run(script: "UPDATE meal SET name = name", named: "test.update")
            #expect(try await version() != first)
        }
    }

    @Test func `every type comes back as it went`() async throws {
        try await withEmptyDatabase { database async throws in
            #expect(try await echo(true, database))
            #expect(try await echo(false, database) == false)
            for number in [Int.min, -1, 0, .max] { #expect(try await echo(number, database) == number) }
            #expect(try await echo(Int32.min, database) == .min)
            #expect(try await echo(Int16.max, database) == .max)
            for number in [-0.1, .infinity, -.infinity, .leastNonzeroMagnitude] {
                #expect(try await echo(number, database) == number)
            }
            #expect(try await echo(Double.nan, database).isNaN)
            #expect(try await echo(Float(1.5), database) == 1.5)
            for text in ["", "Grüße, 晩ご飯 🍜 'quoted' $1 \\", String(repeating: "x", count: 1 << 20)] {
                #expect(try await echo(text, database) == text)
            }
            let uuid = UUID()
            #expect(try await echo(uuid, database) == uuid)
            for bytes in [[], [UInt8](0...255)] { #expect(try await echo(bytes, database) == bytes) }
            for duration in [Duration.zero, .microseconds(-90_000_001), .seconds(40 * 86_400)] {
                #expect(try await echo(duration, database) == duration)
            }
            #expect(
                try await echo(JSONB(text: #"{"a": [1, null, "ü"]}"#), database).text
                    == #"{"a": [1, null, "ü"]}"#)
        }
    }

    @Test func `arrays come back as they went`() async throws {
        try await withEmptyDatabase { database async throws in
            #expect(try await echo([1, -2, .max], database) == [1, -2, .max])
            #expect(try await echo([String](), database) == [])
            #expect(try await echo(["a", "", "c,{}\"", "NULL"], database) == ["a", "", "c,{}\"", "NULL"])
            #expect(try await echo(["a", nil, ""], database) == ["a", nil, ""])
            #expect(try await echo([[1, 2], [], [3]] as [[UInt8]], database) == [[1, 2], [], [3]])
            #expect(try await echo([true, false], database) == [true, false])
            #expect(try await echo([1.5, -0.25], database) == [1.5, -0.25])
            let uuids = [UUID(), UUID()]
            #expect(try await echo(uuids, database) == uuids)
            let times = [Date(timeIntervalSince1970: 1_700_000_000.25)]
            #expect(try await echo(times, database) == times)
        }
    }

    @Test func `a nil is NULL, and NULL is read only as an optional`() async throws {
        try await withEmptyDatabase { database async throws in
            let nothing: String? = nil

            #expect(try await database.one(value(Bool.self, "SELECT \(nothing) IS NULL", named: "test.null")))
            #expect(
                try await database.one(value(String?.self, "SELECT \(nothing)", named: "test.nil")) == nil)
            let error = await failure { () throws(PostgresError) in
                try await database.one(value(String.self, "SELECT \(nothing)", named: "test.nil"))
            }
            #expect(error?.isDecode == true)
        }
    }

    @Test func `times are the server's, to the microsecond and to both ends`() async throws {
        try await withEmptyDatabase { database async throws in
            let precise = Date(timeIntervalSince1970: 1_764_000_000.123456)
            let text = try await database.one(
                value(String.self, "SELECT \(precise)::timestamptz::text", named: "test.time_text"))
            #expect(text == "2025-11-24 16:00:00.123456+00")
            for date in [Date.distantPast, .distantFuture, Date(timeIntervalSinceReferenceDate: .infinity)] {
                #expect(try await echo(date, database) == date)
            }
            let first = try await database.one(
                value(Date.self, "SELECT '4713-01-01 00:00 BC'::timestamptz", named: "test.first"))
            let last = try await database.one(
                value(Date.self, "SELECT '294276-12-31 23:59:59.999999'::timestamptz", named: "test.last"))
            #expect(first < .distantPast && last > .distantFuture)
            for date in [
                Date(timeIntervalSinceReferenceDate: .nan), Date(timeIntervalSinceReferenceDate: 1e300),
            ] {
                let error = await failure { () throws(PostgresError) in
                    try await database.one(value(Date.self, "SELECT \(date)", named: "test.echo"))
                }
                #expect(error?.sqlState == "22008")
            }
        }
    }

    @Test func `another type, too few or too many columns are refused`() async throws {
        try await withEmptyDatabase { database async throws in
            func isRefused<Value: Sendable>(_ query: Query<Value>) async -> Bool {
                await failure { () throws(PostgresError) in try await database.all(query) }?.isDecode == true
            }

            #expect(await isRefused(value(String.self, "SELECT 1::int4", named: "test.a")))
            #expect(await isRefused(value(Int.self, "SELECT 'one'::text", named: "test.b")))
            #expect(await isRefused(value(Int32.self, "SELECT 1::int8", named: "test.c")))
            #expect(await isRefused(value(UUID.self, "SELECT ''::bytea", named: "test.d")))
            #expect(await isRefused(value([Int].self, "SELECT ARRAY['a']", named: "test.e")))
            #expect(await isRefused(value([Int].self, "SELECT ARRAY[[1], [2]]", named: "test.f")))
            #expect(await isRefused(value([Int].self, "SELECT 1::int8", named: "test.g")))
            #expect(await isRefused(value(Duration.self, "SELECT '1 month'::interval", named: "test.h")))
            #expect(await isRefused(value(Int.self, "SELECT 1::int8, 2::int8", named: "test.i")))
            #expect(
                await isRefused(
                    Query<Int>("test.j", "SELECT 1::int8") { row throws(PostgresError) in
                        try row.next(Int.self) + row.next()
                    }))
        }
    }

    @Test func `an empty answer has no rows, and a narrow number reads as a wide one`() async throws {
        try await withEmptyDatabase { database async throws in
            #expect(
                try await database.all(value(Int.self, "SELECT 1::int8 WHERE false", named: "test.a")).isEmpty
            )
            #expect(
                try await database.first(value(Int.self, "SELECT 1::int8 WHERE false", named: "test.a"))
                    == nil)
            #expect(try await database.one(value(Int.self, "SELECT (-7)::int2", named: "test.b")) == -7)
            #expect(try await database.one(value(Double.self, "SELECT 1.5::float4", named: "test.c")) == 1.5)
            let error = await failure { () throws(PostgresError) in
                try await database.one(value(Int.self, "SELECT 1::int8 WHERE false", named: "test.a"))
            }
            #expect(error?.debugDescription == "test.a returned 0 rows, expected one")
        }
    }

    @Test func `text that is no SQL stays text`() async throws {
        try await withEmptyDatabase { database async throws in
            let hostile = "'); DROP TABLE note; --"
            try await database.run(script: "CREATE TABLE note (words text)")

            try await database.execute(command("INSERT INTO note (words) VALUES (\(hostile))"))

            #expect(try await database.all(value(String.self, "SELECT words FROM note")) == [hostile])
        }
    }

    @Test func `new identities rise, even many in one millisecond`() {
        let identities = (0..<20_000).map { _ in UUID.v7() }

        #expect(zip(identities, identities.dropFirst()).allSatisfy { $0 < $1 })
        #expect(identities.allSatisfy { $0.uuid.6 >> 4 == 7 && $0.uuid.8 >> 6 == 2 })
        let milliseconds = identities[0].uuidString.replacing("-", with: "").prefix(12)
        let age = Date().timeIntervalSince1970 - Double(UInt64(milliseconds, radix: 16) ?? 0) / 1_000
        #expect((-1...60).contains(age))
    }
}
