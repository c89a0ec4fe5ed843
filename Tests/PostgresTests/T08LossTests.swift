import Foundation
import Postgres
import TestSupport
import Testing

/// 8. A connection may break at any moment. A read is sent again, once; a write never.
@Suite(.timeLimit(.minutes(30))) struct T08LossTests {
    @Test func `killed while idle, the next statement has a new connection`() async throws {
        try await withEmptyDatabase { database async throws in
            let read = value(Int.self, "SELECT \(1)", named: "idle.read")
            let write = value(Int.self, on: .write, "SELECT \(1)", named: "idle.write")
            _ = try await (database.all(read), database.all(write))

            try await withKiller { try await $0.killConnections(running: "idle.") }

            try await until {
                await failure { () throws(PostgresError) in try await database.all(write) } == nil
            }
            #expect(try await database.one(read) == 1)
        }
    }

    @Test func `killed while it runs, a read is sent again and answers`() async throws {
        try await withEmptyDatabase { database async throws in
            let query = value(Int.self, on: .slow, "SELECT \(8) FROM pg_sleep(2)", named: "loss.read")
            let answer = Task { try await database.one(query) }
            try await withKiller { killer in
                try await killer.waitUntilStarted("loss.read")
                #expect(try await killer.killConnections(running: "loss.read") == 1)
            }

            #expect(try await answer.value == 8)
        }
    }

    @Test func `killed twice while it runs, a read is given up`() async throws {
        try await withEmptyDatabase { database async throws in
            let query = value(Int.self, on: .slow, "SELECT \(8) FROM pg_sleep(20)", named: "twice.read")
            let answer = Task { await failure { () throws(PostgresError) in try await database.one(query) } }
            try await withKiller { killer in
                for _ in 1...2 {
                    try await killer.waitUntilStarted("twice.read")
                    try await until { try await killer.killConnections(running: "twice.read") == 1 }
                }
            }

            #expect(await answer.value?.isLost == true)
        }
    }

    @Test func `killed while it runs, a write fails as unknown and is not sent again`() async throws {
        try await withEmptyDatabase { database async throws in
            try await database.run(script: "CREATE TABLE note (id int8)")
            let insert = command("INSERT INTO note (id) SELECT 1 FROM pg_sleep(20)", named: "loss.write")
            let answer = Task {
                await failure { () throws(PostgresError) in try await database.execute(insert) }
            }
            try await withKiller { killer in
                try await killer.waitUntilStarted("loss.write")
                try await killer.killConnections(running: "loss.write")
            }

            #expect(await answer.value?.isLost == true)
            try await until {
                await failure { () throws(PostgresError) in
                    try await database.execute(
                        command("INSERT INTO note (id) VALUES (\(2))", named: "next.write"))
                } == nil
            }
            #expect(try await database.all(value(Int.self, "SELECT DISTINCT id FROM note")) == [2])
        }
    }

    @Test func `a write whose answer is lost took effect once`() async throws {
        try await withEmptyDatabase { database async throws in
            try await database.run(script: "CREATE TABLE note (id int8)")
            let name = try #require(database.databaseName)
            try await withProxy(.init()) {
                $0 = $0.withDatabase(name)
            } _: { proxy, client async throws in
                // Everything until the connection is ready for statements takes far less than this.
                proxy.behave(.init(answersAtMost: 600))
                async let error = failure { () throws(PostgresError) in
                    try await client.execute(
                        command("INSERT INTO note (id) VALUES (\(1)) RETURNING repeat('x', 2000)"),
                        timeout: .seconds(1))
                }
                #expect(await error?.deadlineSent == true)
            }
            #expect(try await database.all(value(Int.self, "SELECT id FROM note")) == [1])
        }
    }

    @Test func `broken in the middle of sending, a write fails as unknown and leaves nothing`() async throws {
        try await withEmptyDatabase { database async throws in
            try await database.run(script: "CREATE TABLE note (words text)")
            let name = try #require(database.databaseName)
            let words = String(repeating: "x", count: 4 << 20)
            try await withProxy(.init(closesAfterReading: 1 << 20)) {
                $0 = $0.withDatabase(name)
            } _: { _, client async throws in
                let error = await failure { () throws(PostgresError) in
                    try await client.execute(command("INSERT INTO note (words) VALUES (\(words))"))
                }
                #expect(error?.isLost == true)
            }
            #expect(try await database.one(value(Int.self, "SELECT count(*) FROM note")) == 0)
        }
    }

    @Test func `a transaction whose connection breaks before the commit is run again`() async throws {
        try await withEmptyDatabase { database async throws in
            try await database.run(script: "CREATE TABLE note (id int8)")
            let attempts = Counter()
            try await database.transaction { transaction in
                try await transaction.execute(
                    command("INSERT INTO note (id) VALUES (\(1))", named: "note.add"))
                if await attempts.next() == 1 {
                    try await withKiller { try await $0.killConnections(running: "note.add") }
                }
                try await transaction.execute(
                    command("INSERT INTO note (id) VALUES (\(2))", named: "note.more"))
            }

            #expect(await attempts.count == 2)
            #expect(try await database.all(value(Int.self, "SELECT id FROM note ORDER BY id")) == [1, 2])
        }
    }

    @Test func `a server that stops and starts is found again, and waiting statements are answered`()
        async throws
    {
        try await TestCluster.with { cluster in
            let client = PostgresClient(try cluster.configuration(), logger: .forTests)
            let read = value(Int.self, "SELECT \(1)", named: "restart.read")
            #expect(try await client.one(read) == 1)

            try await cluster.stop("immediate")
            let error = await failure { () throws(PostgresError) in
                try await client.all(read, timeout: .milliseconds(300))
            }
            async let waiting = client.all(read, timeout: .seconds(30))
            async let writing = client.batch(
                [command("SELECT \(2)", named: "restart.write")], timeout: .seconds(30))
            try await cluster.start()

            #expect(error?.connectReason != nil || error?.deadlineSent != nil)
            #expect(try await waiting == [1])
            #expect(try await writing == [1])
            await client.stop()
        }
    }

    @Test func `a wrong password is told, and nothing was sent`() async throws {
        try await TestCluster.with(authentication: "scram-sha-256") { cluster in
            let wrong = PostgresClient(try cluster.configuration("password=guess"), logger: .forTests)
            let right = PostgresClient(try cluster.configuration("password=secret"), logger: .forTests)

            let error = await failure { () throws(PostgresError) in
                try await wrong.all(value(Int.self, "SELECT \(1)"), timeout: .milliseconds(500))
            }

            #expect(error?.connectReason?.contains("password authentication failed") == true)
            #expect(try await right.one(value(Int.self, "SELECT \(1)")) == 1)
            await wrong.stop()
            await right.stop()
        }
    }

    @Test func `a server without a free connection is waited for`() async throws {
        try await TestCluster.with([
            "max_connections = 4", "superuser_reserved_connections = 0", "max_wal_senders = 0",
        ]) {
            cluster in
            let hogs = (0..<4).map { _ in try? PostgresClient(cluster.configuration(), logger: .forTests) }
            for hog in hogs { _ = try await hog?.all(value(Int.self, "SELECT \(1)", named: "hog.read")) }
            let client = PostgresClient(try cluster.configuration(), logger: .forTests)

            let error = await failure { () throws(PostgresError) in
                try await client.all(value(Int.self, "SELECT \(1)"), timeout: .milliseconds(500))
            }
            async let waiting = client.one(value(Int.self, "SELECT \(2)"), timeout: .seconds(30))
            await hogs[0]?.stop()

            #expect(error?.connectReason?.contains("too many clients") == true)
            #expect(try await waiting == 2)
            await client.stop()
            for hog in hogs { await hog?.stop() }
        }
    }

    @Test func `where nobody listens, the reason is told`() async throws {
        let nowhere = try PostgresConfiguration("host=/nonexistent user=postgres")
        let client = PostgresClient(nowhere, logger: .forTests)

        let error = await failure { () throws(PostgresError) in
            try await client.all(value(Int.self, "SELECT \(1)"), timeout: .milliseconds(200))
        }

        #expect(error?.connectReason?.contains("/nonexistent") == true)
        await client.stop()
    }

    @Test func `of several hosts the one that answers is used, even behind one that swallows everything`()
        async throws
    {
        let proxy = try HostileProxy(.init(isMute: true))
        let real = try #require(try TestServer.parameter("host"))
        let port = try TestServer.parameter("port") ?? "5432"
        var configuration = try PostgresConfiguration(
            "postgresql://postgres@/postgres?host=\(proxy.folder),\(real)&port=5432,\(port)&target_session_attrs=read-write"
        )
        configuration.connectTimeout = .milliseconds(300)
        let client = PostgresClient(configuration, logger: .forTests)

        let answer = try await client.one(value(Int.self, "SELECT \(6)"))

        #expect(answer == 6)
        #expect(proxy.accepted >= 1)
        await client.stop()
        proxy.stop()
    }
}

/// Runs `body` with a client of the server's own database, which can end connections of others.
@discardableResult
func withKiller<Value>(_ body: (PostgresClient) async throws -> Value) async throws -> Value {
    try await PostgresClient.withClient(try TestServer.configuration(), logger: .forTests, body)
}

actor Counter {
    private(set) var count = 0

    func next() -> Int {
        count += 1
        return count
    }
}
