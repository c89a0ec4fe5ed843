import Postgres
import TestSupport
import Testing

/// What `@Row` generates, in use.
@Suite struct RowMacroTests {
    enum Course: String, CaseIterable, PostgresDecodable { case soup, main }

    @Row
    struct Dish: Hashable, PostgresJoinedRow {
        @Column("d.name") let name: String
        @Column("d.course") let course: Course
        @Column("d.note") let note: String?
    }

    @Row
    struct Order: Hashable, PostgresRow {
        @Column("o.id") let id: Int
        let isRead: Bool = true
        @Column(Dish.self, brief: "NULL::text, NULL::text, NULL::text") let dish: Dish?
        @Column("upper(o.guest)", brief: "''") private(set) var guest: String
    }

    private static let orders: SQL = """
        FROM (VALUES (1, 'ada', 'x'), (2, 'bo', NULL), (3, 'cleo', 'y')) AS o (id, guest, dish)
        LEFT JOIN (VALUES ('x', 'Ramen', 'main', NULL), ('y', 'Miso', 'soup', 'hot')) AS d (id, name, course, note)
               ON d.id = o.dish
        ORDER BY o.id
        """

    private func all(_ columns: SQL) async throws -> [(Int, Dish?, String)] {
        var rows: [Order] = []
        try await withEmptyDatabase { database async throws in
            rows = try await database.all(
                Query("test.orders", "SELECT \(fragment: columns) \(fragment: Self.orders)"))
        }
        return rows.map { ($0.id, $0.dish, $0.guest) }
    }

    @Test func `columns are read in the order of the properties, and a join may be empty`() async throws {
        let rows = try await all(Order.columns)

        #expect(rows.map(\.0) == [1, 2, 3])
        #expect(rows.map(\.1?.name) == ["Ramen", nil, "Miso"])
        #expect(rows.map(\.1?.course) == [.main, nil, .soup])
        #expect(rows.map(\.1?.note) == [nil, nil, "hot"])
        #expect(rows.map(\.2) == ["ADA", "BO", "CLEO"])
    }

    @Test func `the brief list has the same columns with less in them`() async throws {
        let rows = try await all(Order.briefColumns)

        #expect(rows.map(\.0) == [1, 2, 3])
        #expect(rows.allSatisfy { $0.1 == nil && $0.2 == "" })
        #expect(Order.columns.text == "o.id, d.name, d.course, d.note, upper(o.guest)")
    }

    @Test func `a required column that is NULL, and a word that is no case, are errors`() async throws {
        try await withEmptyDatabase { database async throws in
            let missing = await failure { () async throws(PostgresError) in
                try await database.one(Query<Dish>("test.null", "SELECT NULL::text, 'soup', NULL::text"))
            }
            let unknown = await failure { () async throws(PostgresError) in
                try await database.one(Query<Dish>("test.unknown", "SELECT 'Tea', 'drink', NULL::text"))
            }

            #expect(missing?.debugDescription.contains("a column of Dish is NULL") == true)
            #expect(unknown?.debugDescription.contains("drink is not a Course") == true)
        }
    }
}
