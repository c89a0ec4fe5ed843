import Foundation
import Subprocess
import SystemPackage
import TestSupport
import Testing

@testable import Noonish

/// The built program, by its command line and environment alone.
@Suite struct CommandTests {
    @Test func `migrating twice applies everything, then nothing`() async throws {
        try await withFolder { folder in
            let first = try await noonish(["migrate"], ["NOONISH_DATA_FOLDER": folder])
            let second = try await noonish(["migrate"], ["NOONISH_DATA_FOLDER": folder])
            let status = try await noonish(["migrate", "--status"], ["NOONISH_DATA_FOLDER": folder])

            #expect(first.status == 0)
            #expect(first.output.hasPrefix("applied 0001_platform.sql, "))
            #expect(second.output == "the schema is current\n")
            #expect(status.status == 0)
            #expect(!status.output.contains("pending"))
        }
    }

    @Test func `a login that is no superuser migrates if it may make our roles or was granted them`()
        async throws
    {
        try await TestCluster.with { cluster in
            func migrate(as login: String) async throws -> Outcome {
                let url = cluster.address(user: login, database: login)
                return try await noonish(["migrate"], ["NOONISH_DATABASE_URL": url])
            }
            try await cluster.run(
                statements: """
                    CREATE ROLE lunch LOGIN CREATEROLE;
                    CREATE DATABASE lunch OWNER lunch;
                    CREATE ROLE plain LOGIN;
                    CREATE DATABASE plain OWNER plain;
                    """)

            let refused = try await migrate(as: "plain")
            let creating = try await migrate(as: "lunch")
            try await cluster.run(statements: "GRANT noonish_owner, noonish_app, noonish_worker TO plain;")
            let granted = try await migrate(as: "plain")

            #expect(refused.status != 0)
            #expect(refused.errors.contains("GRANT noonish_owner, noonish_app, noonish_worker TO the login"))
            #expect(creating.status == 0, "\(creating.errors)")
            #expect(granted.status == 0, "\(granted.errors)")
        }
    }

    @Test func `the doctor says what is well and what to do`() async throws {
        try await withFolder { folder in
            let before = try await noonish(
                ["doctor"], ["NOONISH_DATA_FOLDER": folder, "NOONISH_HTTP_PORT": "0"])
            _ = try await noonish(["migrate"], ["NOONISH_DATA_FOLDER": folder])
            let after = try await noonish(
                ["doctor"], ["NOONISH_DATA_FOLDER": folder, "NOONISH_HTTP_PORT": "0"])

            #expect(before.status == 1)
            #expect(before.output.contains("run noonish migrate"))
            #expect(after.status == 0, "\(after.output)")
            #expect(after.output.contains("ok    schema"))
            #expect(after.output.contains("ok    jobs        0 due, 0 running, 0 given up"))
            #expect(after.output.contains("ok    role        noonish_app can be used"))
            #expect(after.output.contains("ok    storage     nothing is stored yet"))
            #expect(after.output.contains("warn  mail"))
            #expect(after.output.contains("ok    push        browsers can be notified"))
        }
    }

    @Test func `the doctor lists every wrong setting`() async throws {
        let outcome = try await noonish(
            ["doctor"],
            ["NOONISH_HTTP_PORT": "x", "NOONISH_LOG_FORMAT": "xml", "NOONISH_DATA_FOLDER": "/tmp"])

        #expect(outcome.status == 1)
        #expect(outcome.output.contains("fail  settings    http.port (NOONISH_HTTP_PORT)"))
        #expect(outcome.output.contains("fail  settings    log.format (NOONISH_LOG_FORMAT)"))
    }

    private static let refusals: [([String], [String: String], Int32)] = [
        (["migrate"], ["NOONISH_HTTP_PORT": "x"], 78),
        (["migrate", "--config", "/nowhere.yaml"], [:], 66),
        (["migrate"], ["NOONISH_DATA_FOLDER": "/etc/hostname"], 73),
        (["user", "link", "nobody"], [:], 65),
        (["serve", "--role", "king"], [:], 64), (["import", "offers", "deals.csv"], [:], 64),
        (["import", "map", "/nowhere.osm.pbf"], [:], 66),
    ]

    @Test(arguments: refusals)
    func `a refusal is one line on standard error and a status`(
        arguments: [String], environment: [String: String], status: Int32
    ) async throws {
        let outcome = try await noonish(arguments, environment)

        #expect(outcome.status == status)
        #expect(outcome.output == "")
        #expect(outcome.errors.isEmpty == false)
        if status != 64 { #expect(outcome.errors.filter { $0 == "\n" }.count == 1, "\(outcome.errors)") }
    }

    @Test func `a taken port is said before anything is started`() async throws {
        try await withFolder { folder in
            let port = try ListeningPort.find(host: "127.0.0.1", port: 0)
            let listener = try listen(port)
            defer { close(listener) }

            let outcome = try await noonish(
                ["serve"], ["NOONISH_DATA_FOLDER": folder, "NOONISH_HTTP_PORT": "\(port)"])

            #expect(outcome.status == 69)
            #expect(outcome.errors.contains("port \(port) of 127.0.0.1 is in use"))
            #expect(!FileManager.default.fileExists(atPath: "\(folder)/postgres"))
        }
    }

    @Test func `every command explains itself`() async throws {
        let commands = [
            "serve", "worker", "migrate", "doctor", "demo", "backup", "restore", "import", "export", "user",
            "venue", "token",
            "push", "poll", "key", "openapi", "version",
        ]
        for command in commands {
            let outcome = try await noonish([command, "--help"], [:])

            #expect(outcome.status == 0)
            #expect(outcome.output.contains("OVERVIEW: "))
        }
    }
}

struct Outcome {
    let status: Int32
    let output: String
    let errors: String
}

/// Runs the program that was built beside the tests.
func noonish(_ arguments: [String], _ environment: [String: String]) async throws -> Outcome {
    let program = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().appending(
        path: "noonish")
    let checkout = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let inherited = ProcessInfo.processInfo.environment.filter {
        !$0.key.hasPrefix("NOONISH_") && $0.key != "DATABASE_URL"
    }
    var variables: [Environment.Key: String] = [:]
    for (key, value) in inherited.merging(environment, uniquingKeysWith: { $1 }) {
        variables[Environment.Key(stringLiteral: key)] = value
    }
    let outcome = try await run(
        .path(FilePath(program.path(percentEncoded: false))), arguments: Arguments(arguments),
        environment: .custom(variables), workingDirectory: FilePath(checkout.path(percentEncoded: false)),
        output: .string(limit: 65_536), error: .string(limit: 65_536))
    guard case .exited(let status) = outcome.terminationStatus else {
        throw CommandError(.failed, "ended by a signal: \(outcome.standardError)")
    }
    return Outcome(status: status, output: outcome.standardOutput, errors: outcome.standardError)
}

/// A server of another program on `port` of the loopback.
private func listen(_ port: Int) throws -> Int32 {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let outcome = withUnsafePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
            bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
        }
    }
    try #require(outcome == 0 && Foundation.listen(descriptor, 1) == 0)
    return descriptor
}
