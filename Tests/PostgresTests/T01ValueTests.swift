import Foundation
import Postgres
import TestSupport
import Testing

/// 1. Every binary type both ways, and everything that does not fit is an error.
@Suite struct T01ValueTests {
    @Test func `every type comes back as it went`() async throws {
        try await withEmptyDatabase { database in
            func check<Value: PostgresEncodable & PostgresDecodable & Equatable>(_ original: Value)
                async throws
            {
                let answer = try await database.one(
                    value(Value.self, "SELECT \(original)", named: "test.echo"))
                #expect(answer == original)
            }

            try await check(true)
            try await check(Int.min)
            try await check(Int.max)
            try await check(Int32.min)
            try await check(Int16.max)
            try await check(-0.1)
            try await check(Double.infinity)
            try await check(Float(1.5))
            try await check("")
            try await check("Grüße, 晩ご飯 🍜 'quoted' $1 \\ ")
            try await check(UUID())
            try await check([UInt8]())
            try await check([UInt8](0...255))
            try await check([1, -2, .max])
            try await check([String]())
            try await check(["a", "", "c,{}\"", "NULL"])
            try await check([UUID(), UUID()])
            try await check([[1, 2], [3]] as [[UInt8]])
            try await check([true, false])
            try await check(Duration.microseconds(-90_000_001))
            try await check(Duration.seconds(40 * 86_400))
        }
    }
}
