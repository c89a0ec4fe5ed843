import TestSupport
import Testing

@testable import Postgres

/// 16. What is declared to read cannot write; and a role can do what it may.
@Suite(.timeLimit(.minutes(30))) struct T16ReadOnlyTests {
    @Test(arguments: [Lane.read, .slow])
    func `a lane that reads refuses to write`(lane: Lane) async throws {
        try await withEmptyDatabase { database async throws in
            try await database.run(script: "CREATE TABLE note (id int8)")

            let error = await failure { () throws(PostgresError) in
                try await database.all(
                    value(
                        Int.self, on: lane, "INSERT INTO note (id) VALUES (\(1)) RETURNING id",
                        named: "rude.write"))
            }

            #expect(error?.sqlState == "25006")
        }
    }

    @Test func `every connection acts as the role that is asked for`() async throws {
        try await withDatabase(role: "noonish_app") { database async throws in
            for lane in [Lane.read, .write, .slow] {
                let role = value(String.self, on: lane, "SELECT current_user::text", named: "role.\(lane)")
                #expect(try await database.one(role) == "noonish_app")
            }
            let role = try await database.transaction {
                try await $0.one(value(String.self, "SELECT current_user::text"))
            }
            #expect(role == "noonish_app")
            #expect(try await database.run(script: "SELECT current_user") == [["noonish_app"]])
        }
    }

    @Test func `a session whose settings or role a pooler drops is refused`() async throws {
        try await withDatabase(role: "noonish_app") { database async throws in
            var configuration = database.configuration
            try await configuration.requireSession(logger: .forTests)

            let stripped = configuration.parameters
            let settings = await failure { () throws(PostgresError) in
                try await configuration.requireSession(over: stripped, logger: .forTests)
            }
            configuration.role = nil
            let role = configuration.connection(statementTimeout: .milliseconds(61_803))
            configuration.role = "noonish_app"
            let login = await failure { () throws(PostgresError) in
                try await configuration.requireSession(over: role, logger: .forTests)
            }

            for error in [settings, login] {
                #expect(error?.connectReason?.contains("drops the role and the settings") == true)
                #expect(error?.mayPass == false)
            }
        }
    }

    @Test func `every connection speaks UTC and says who it is`() async throws {
        try await withEmptyDatabase {
            $0.applicationName = "a test"
        } _: { database async throws in
            let zone = value(String.self, "SELECT current_setting('TimeZone')", named: "test.zone")
            let name = value(String.self, "SELECT current_setting('application_name')", named: "test.name")
            #expect(try await database.one(zone) == "UTC")
            #expect(try await database.one(name) == "a test")
        }
    }
}
