import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Postgres

/// 18. Of several hosts the client uses the leader, and finds the next one when the leader is no longer one.
@Suite(.timeLimit(.minutes(30))) struct T18LeaderTests {
    /// Two servers of their own, each with a table; whichever is called leader is one.
    private func withServers(_ test: (TestCluster, TestCluster) async throws -> Void) async throws {
        try await TestCluster.with { first in
            try await TestCluster.with { second in
                for server in [first, second] {
                    try await server.run(statements: "CREATE TABLE note (id int8)")
                }
                try await test(first, second)
            }
        }
    }

    private func configuration(_ servers: TestCluster...) throws -> PostgresConfiguration {
        var configuration = try PostgresConfiguration(
            TestCluster.address(of: servers, user: "postgres", database: "postgres"))
        configuration.connections = .init(read: 1, write: 1, slow: 1, leased: 1)
        configuration.timeout = .seconds(60)
        return configuration
    }

    private func insert(_ id: Int) -> Command {
        command("INSERT INTO note (id) VALUES (\(id))", named: "note.insert")
    }

    private func insertInTransaction(_ id: Int, _ client: PostgresClient) async throws {
        try await client.transaction { try await $0.execute(insert(id)) }
    }

    private func notes(at server: TestCluster) async throws -> [Int] {
        try await PostgresClient.withClient(try server.configuration(), logger: .forTests) {
            try await $0.all(value(Int.self, "SELECT id FROM note ORDER BY id", named: "note.all"))
        }
    }

    @Test func `a server that became read-only is left, and what it refused is run again`() async throws {
        try await withServers { former, leader in
            try await PostgresClient.withClient(configuration(former, leader), logger: .forTests) { client in
                try await client.execute(insert(1))
                try await insertInTransaction(2, client)

                try await former.makeReadOnly()
                try await client.waitUntilReadOnly()
                try await client.execute(insert(3))
                try await client.batch([insert(4), insert(5)])
                try await insertInTransaction(6, client)
            }
            #expect(try await notes(at: former) == [1, 2])
            #expect(try await notes(at: leader) == [3, 4, 5, 6])
        }
    }

    @Test func `hints are neither sent to nor heard from a server that became read-only`() async throws {
        try await withServers { former, leader in
            try await PostgresClient.withClient(configuration(former, leader), logger: .forTests) { client in
                let heard = client.listen(
                    ["dinner"], heartbeat: .init(interval: .milliseconds(50), limit: .seconds(60)))
                var notifications = heard.makeAsyncIterator()
                #expect(await notifications.next() == .gap)

                try await client.withNotifier { notifier in
                    try await notifier.notify("dinner", "now", timeout: .seconds(60))
                    #expect(await notifications.next() == .message(channel: "dinner", payload: "now"))
                    try await former.makeReadOnly()
                    let refusal = await failure { () throws(PostgresError) in
                        while true { try await notifier.notify("lunch", "", timeout: .seconds(60)) }
                    }
                    #expect(refusal?.isReadOnlyServer == true)
                }
                #expect(await notifications.next() == .gap)
                try await client.withNotifier { try await $0.notify("dinner", "late", timeout: .seconds(60)) }
                #expect(await notifications.next() == .message(channel: "dinner", payload: "late"))
            }
        }
    }

    @Test func `where every server is read-only, nothing is done and the reason is told in time`()
        async throws
    {
        try await TestCluster.with { server in
            try await server.run(statements: "CREATE TABLE note (id int8)")
            try await PostgresClient.withClient(try server.configuration(), logger: .forTests) { client in
                try await client.execute(insert(1))
                try await server.makeReadOnly()
                try await client.waitUntilReadOnly()

                let statement = await failure { () throws(PostgresError) in
                    try await client.execute(insert(2), timeout: .seconds(1))
                }
                let transaction = await #expect(throws: PostgresError.self) {
                    try await client.transaction(timeout: .seconds(1)) { try await $0.execute(insert(3)) }
                }
                #expect(statement?.connectReason == "the server is read-only")
                #expect(transaction?.connectReason == "the server is read-only")
                #expect(statement?.mayPass == true)

                async let waiting = client.execute(insert(4), timeout: .seconds(60))
                try await server.makeReadOnly(false)
                #expect(try await waiting == 1)
                try await until { await client.canWrite() }
            }
            #expect(try await notes(at: server) == [1, 4])
        }
    }

    @Test func `behind a host that swallows everything every kind of connection finds the next`() async throws
    {
        let silent = try HostileProxy(.init(isMute: true))
        defer { silent.stop() }
        try await TestCluster.with { server in
            var configuration = try PostgresConfiguration(
                "host=\(silent.folder),\(server.folderPath) user=postgres dbname=postgres target_session_attrs=read-write"
            )
            configuration.connections = .init(read: 1, write: 1, slow: 1, leased: 1)
            try await PostgresClient.withClient(configuration, logger: .forTests) { client in
                for lane in [Lane.read, .write, .slow] {
                    #expect(
                        try await client.one(value(Int.self, on: lane, "SELECT \(1)", named: "host.\(lane)"))
                            == 1)
                }
                try await client.transaction { _ = try await $0.one(value(Int.self, "SELECT \(2)")) }
                #expect(try await client.run(script: "SELECT 3") == [["3"]])
                var notifications = client.listen(["dinner"]).makeAsyncIterator()
                #expect(await notifications.next() == .gap)
                try await client.withNotifier { try await $0.notify("dinner", "now", timeout: .seconds(60)) }
                #expect(await notifications.next() == .message(channel: "dinner", payload: "now"))
            }
            #expect(silent.accepted >= 4)
        }
    }

    @Test func `a host that refuses is tried again while another is silent`() async throws {
        let silent = try HostileProxy(.init(isMute: true))
        defer { silent.stop() }
        try await TestCluster.with { server in
            try await server.stop()
            var configuration = try PostgresConfiguration(
                "host=\(server.folderPath),\(silent.folder) user=postgres dbname=postgres target_session_attrs=read-write"
            )
            configuration.connectTimeout = .seconds(600)
            try await PostgresClient.withClient(configuration, logger: .forTests) { client in
                async let answer = client.one(value(Int.self, "SELECT \(1)"), timeout: .seconds(120))
                try await until { silent.accepted > 0 }
                try await server.start()

                #expect(try await answer == 1)
            }
        }
    }

    @Test func `a frozen server is left, idle connections too, and a slow statement is no silence`()
        async throws
    {
        try await withServers { former, leader in
            var configuration = try configuration(former, leader)
            configuration.silence = .milliseconds(500)
            try await PostgresClient.withClient(configuration, logger: .forTests) { client in
                try await client.execute(insert(1))
                try await insertInTransaction(2, client)
                let slow = value(Int.self, on: .write, "SELECT \(7) FROM pg_sleep(3)", named: "slow.write")
                #expect(try await client.one(slow) == 7)

                try await former.freeze()
                let unknown = await failure { () throws(PostgresError) in try await client.execute(insert(3))
                }
                try await insertInTransaction(4, client)
                try await client.execute(insert(5))
                try await former.thaw()

                #expect(unknown?.isLost == true)
            }
            #expect(try await notes(at: leader) == [4, 5])
        }
    }

    @Test func `a refusal of the credentials does not pass by waiting, a missing server may`() async throws {
        try await TestCluster.with(authentication: "scram-sha-256") { server in
            let wrong = try server.configuration("password=guess")
            let error = await failure { () throws(PostgresError) in
                try await PostgresClient(wrong, logger: .forTests).run(script: "SELECT 1")
            }
            #expect(error?.mayPass == false)
            #expect(error?.connectReason?.contains("FATAL:  password authentication failed") == true)
            #expect(error?.connectReason?.contains("\n") == false)

            try await server.stop()
            let missing = await failure { () throws(PostgresError) in
                try await PostgresClient(wrong, logger: .forTests).run(script: "SELECT 1")
            }
            #expect(missing?.mayPass == true)
            #expect(PostgresError.deadline(sent: true).mayPass)
        }
    }

    @Test func `hosts are told apart with their own ports and addresses`() throws {
        let string = "host=a,b hostaddr=192.0.2.1,192.0.2.2 port=1,2 user=x"
        #expect(try ConnectionParameters(string).alternatives.map(\.server) == ["a:1", "b:2"])
        #expect(try ConnectionParameters("host=a,b port=7").alternatives.map(\.server) == ["a:7", "b:7"])
        #expect(try ConnectionParameters("host=a").alternatives.map(\.server) == ["a:5432"])
        #expect(try ConnectionParameters("host=a,b port=1,2,3").alternatives.count == 1)

        let standby = try ConnectionParameters("host=a,b target_session_attrs=prefer-standby").alternatives
        #expect(standby.map { $0["target_session_attrs"] } == ["standby", "standby", "any", "any"])
    }
}

extension PostgresClient {
    /// Waits until the connections that write have the setting.
    fileprivate func waitUntilReadOnly() async throws {
        let setting = value(
            String.self, on: .write, "SELECT current_setting('default_transaction_read_only')",
            named: "test.setting")
        try await until { try await one(setting) == "on" }
        try await until { try await transaction { try await $0.one(setting) } == "on" }
    }

    /// Whether the service would be ready.
    fileprivate func canWrite() async -> Bool {
        await failure { () throws(PostgresError) in try await ping(timeout: .seconds(10)) } == nil
    }
}
