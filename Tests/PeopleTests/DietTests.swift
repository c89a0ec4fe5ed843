import Access
import HTTPTypes
import JSON
import NoonishAPI
import Postgres
import TestSupport
import Testing

@Suite struct DietTests {
    @Test func `dietary needs are stored, replaced as a whole and visible to their owner only`() async throws
    {
        try await withPeople { world in
            let ada = try await world.signedIn("ada@example.org")
            let bo = try await world.signedIn("bo@example.org")
            let nothing = try await ada.get("/v1/me/diets")

            let said = try await ada.put(
                "/v1/me/diets", #"{"diets":["vegan","halal"],"allergies":["nuts"],"note":"no coriander"}"#)
            let others = try await bo.get("/v1/me/diets")
            let anew = try await ada.put("/v1/me/diets", #"{"diets":["vegetarian"]}"#)

            #expect(nothing.text == #"{"diets":[],"allergies":[],"note":null}"#)
            #expect(said.status == .ok)
            #expect(others.text == nothing.text)
            #expect(anew.text == #"{"diets":["vegetarian"],"allergies":[],"note":null}"#)
            #expect(try await ada.get("/v1/me/diets").text == anew.text)
        }
    }

    @Test func `concurrent writes all succeed and one of them stands`() async throws {
        try await withPeople { world in
            let ada = try await world.signedIn("ada@example.org")
            let statuses = try await withThrowingTaskGroup(of: HTTPResponse.Status.self) { group in
                for number in 0..<12 {
                    group.addTask {
                        try await ada.put("/v1/me/diets", #"{"diets":["vegan"],"note":"\#(number)"}"#).status
                    }
                }
                return try await group.reduce(into: [HTTPResponse.Status]()) { $0.append($1) }
            }

            #expect(statuses == Array(repeating: .ok, count: 12))
            #expect(try await ada.get("/v1/me/diets")["diets"].elements.map { $0.text } == ["vegan"])
        }
    }

    @Test(arguments: [
        (#"{"diets":["carnivore"]}"#, 422), (#"{"allergies":["cats"]}"#, 422), (#"{"diets":"vegan"}"#, 400),
        (#"{"person":"somebody"}"#, 400),
    ])
    func `an unknown diet is refused`(body: String, status: Int) async throws {
        try await withPeople { world in
            let ada = try await world.signedIn("ada@example.org")

            #expect(try await ada.put("/v1/me/diets", body).status.code == status)
        }
    }

    @Test func `a statement without a declared reader neither reads nor writes dietary needs`() async throws {
        try await withDatabase(role: "noonish_app") { database in
            let (ada, bo) = (PersonID.make(), PersonID.make())
            for person in [ada, bo] {
                try await database.execute(
                    Command(
                        "test.person", "INSERT INTO person (id, kind, name) VALUES (\(person), 'member', 'A')"
                    ))
                try await database.transaction { transaction in
                    _ = try await transaction.one(.see(person))
                    try await transaction.execute(
                        Command("test.diet", "INSERT INTO diet_need (person_id) VALUES (\(person))"))
                }
            }
            let count = Query<Int>.count("test.diets", "SELECT count(*) FROM diet_need")

            let unsaid = try await database.one(count)
            let own = try await database.transaction { transaction in
                _ = try await transaction.one(.see(ada))
                return try await transaction.one(count)
            }
            let others = try await database.transaction { transaction in
                _ = try await transaction.one(.see(ada))
                return try await transaction.execute(
                    Command("test.take", "UPDATE diet_need SET note = 'mine' WHERE person_id = \(bo)"))
            }

            #expect((unsaid, own, others) == (0, 1, 0))
        }
    }
}

extension Query where Row == String {
    fileprivate static func see(_ person: PersonID) -> Self {
        Query("test.see", "SELECT set_config('noonish.person', \(person.description), true)") {
            row throws(PostgresError) in try row.next()
        }
    }
}
