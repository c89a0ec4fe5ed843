import Access
import Accounts
import HTTPKit
import HTTPTypes
import Hummingbird
import JSON
package import NoonishAPI
import OpenAPI
package import Postgres

/// What the caller does not eat. No other route reads it.
struct DietRoutes: RouteGroup {
    let database: PostgresClient

    static let definitions: [RouteDefinition<Self>] = [
        RouteDefinition(
            .readDiets, .readSelf, scope: .member, "Read what the caller does not eat",
            "Visible to the caller only.",
            answers: [.ok(.dietNeeds, "The caller's needs; empty if there are none", isTagged: true)],
            handler: read),
        RouteDefinition(
            .replaceDiets, .editSelf, scope: .member, "Replace what the caller does not eat",
            "Replaces all of it.",
            body: .json(
                .object(
                    .optional(
                        "diets",
                        .array(of: .diet, max: PersonalDiet.allCases.count).orNull),
                    .optional(
                        "allergies", .array(of: .allergen, max: Allergen.allCases.count).orNull),
                    .optional("note", .text(0...500, multiline: true, "No raw fish").orNull))),
            answers: [.ok(.dietNeeds, "The caller's needs", isTagged: true)], handler: replace),
    ]

    func read(_ call: Call) async throws -> Response {
        let me = try call.oneself(.readSelf)
        let needs = try await database.transaction { transaction in
            try await transaction.dietNeeds(of: me)
        }
        return .json(.ok, needs, etag: .content)
    }

    /// Replaces the caller's needs. Empty needs delete the row.
    func replace(_ call: Call) async throws -> Response {
        let me = try call.oneself(.editSelf)
        let needs = try DietNeeds(body: await call.body())
        try await database.transaction { transaction in
            try await transaction.replaceDietNeeds(needs, of: me.object)
        }
        return .json(.ok, needs, etag: .content)
    }
}

extension DietNeeds {
    init(body: ObjectReader) throws(Problem) {
        var body = body
        let diets = body.array("diets", .oneOf(PersonalDiet.self), max: PersonalDiet.allCases.count)
        let allergies = body.array("allergies", .oneOf(Allergen.self), max: Allergen.allCases.count)
        let note = body.optional("note", .text(0...500, multiline: true))
        try body.finish()
        // Sorted in a fixed order, without duplicates.
        self.init(
            diets: PersonalDiet.allCases.filter(diets.contains),
            allergies: Allergen.allCases.filter(allergies.contains),
            note: note.flatMap { $0.allSatisfy(\.isWhitespace) ? nil : $0 })
    }
}

extension Transaction {
    /// Replaces a person's needs. Empty needs delete the row.
    package func replaceDietNeeds(_ needs: DietNeeds, of person: PersonID) async throws {
        try await restrictRowAccess(to: person)
        try await execute(
            needs.isEmpty ? .removeDietNeeds(of: person) : .setDietNeeds(needs, of: person))
    }

    /// Limits the rest of the transaction to rows of `person` in tables with row-level security.
    package func restrictRowAccess(to person: PersonID) async throws {
        _ = try await one(.setReader(person))
    }

    /// The needs of `me`; empty if there are none.
    func dietNeeds(of me: Capability<PersonID>) async throws -> DietNeeds {
        try await restrictRowAccess(to: me.object)
        return try await first(.dietNeeds(of: me.object)) ?? DietNeeds(diets: [], allergies: [], note: nil)
    }
}

extension Query where Row == String {
    fileprivate static func setReader(_ person: PersonID) -> Self {
        Query(
            "people.set_row_reader", on: .write,
            "SELECT set_config('noonish.person', \(person.description), true)")
    }
}

extension Query where Row == DietNeeds {
    fileprivate static func dietNeeds(of person: PersonID) -> Self {
        Query(
            "people.read_diets",
            "SELECT diets, allergies, note FROM diet_need WHERE person_id = \(person)"
        ) { row throws(PostgresError) in
            let diets: [String] = try row.next()
            let allergies: [String] = try row.next()
            return DietNeeds(
                diets: diets.compactMap(PersonalDiet.init), allergies: allergies.compactMap(Allergen.init),
                note: try row.next())
        }
    }
}

extension Command {
    /// Requires an earlier ``Transaction/restrictRowAccess(to:)`` in the transaction.
    static func removeDietNeeds(of person: PersonID) -> Self {
        Command("people.delete_diets", "DELETE FROM diet_need WHERE person_id = \(person)")
    }

    /// Uses one statement, so that of two concurrent requests the later one wins and neither fails.
    fileprivate static func setDietNeeds(_ needs: DietNeeds, of person: PersonID) -> Self {
        Command(
            "people.set_diets",
            """
            INSERT INTO diet_need (person_id, diets, allergies, note)
            VALUES (\(person), \(needs.diets.map(\.rawValue)), \(needs.allergies.map(\.rawValue)), \(needs.note))
                ON CONFLICT (person_id) DO UPDATE
               SET diets = excluded.diets, allergies = excluded.allergies, note = excluded.note, updated_at = now()
            """)
    }
}
