import Foundation
import HTTPTypes
import JSON
import Postgres
import Synchronization
import TestSupport
import Testing

@testable import Noonish

/// The drill: a backup made while people write, brought back on a machine that has nothing yet.
@Suite struct BackupTests {
    @Test(.timeLimit(.minutes(30)))
    func `a backup under load is restored whole, and whoever was erased since stays erased`() async throws {
        let unlimited = [
            "NOONISH_LIMITS_REQUEST_BURST": "100000", "NOONISH_LIMITS_REQUESTS_PER_SECOND": "10000",
            "NOONISH_LIMITS_CREATED_PER_PERSON_A_DAY": "100000",
        ]
        let file = "/tmp/noonish-drill-\(UUID().uuidString.prefix(8)).tar"
        defer { try? FileManager.default.removeItem(atPath: file) }
        // Both have the same key by a setting. A key in the data folder would be in the backup.
        let key = Data(repeating: 7, count: 32).base64EncodedString()
        let after = try Program(settings: ["NOONISH_SAMPLE_LOAD": "false", "NOONISH_SECRET_KEY": key])
        do {
            try await withProgram(unlimited) { before, database async throws in
                let drill = try await Drill(before, backup: file)
                try await drill.restore(to: after)
                try await drill.refuse(on: after)
                try await drill.erase(on: after)
            }
        } catch {
            try? await after.remove()
            throw error
        }
        try await after.remove()
    }

    @Test func `what is no backup is refused, and nothing is changed`() async throws {
        let folder = "/tmp/noonish-nothing-\(UUID().uuidString.prefix(8))"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let settings = ["NOONISH_DATA_FOLDER": folder]

        let other = try await noonish(["restore", "/etc/hostname"], settings)
        let none = try await noonish(["restore", "/nowhere.tar"], settings)

        #expect(other.status == 65 && other.errors.contains("is not a Noonish backup"))
        #expect(none.status == 66)
        #expect(!FileManager.default.fileExists(atPath: "\(folder)/postgres"))
    }

    @Test(arguments: [
        ["backup", "/tmp/noonish-nothing.tar"], ["doctor"], ["migrate", "--status"],
        ["export", "restaurants"],
    ])
    func `a mistyped data folder is named, and nothing is created`(arguments: [String]) async throws {
        let folder = "/tmp/noonish-mistyped-\(UUID().uuidString.prefix(8))"
        let outcome = try await noonish(arguments, ["NOONISH_DATA_FOLDER": folder])

        #expect(outcome.status == (arguments == ["doctor"] ? 1 : 66))
        #expect((outcome.output + outcome.errors).contains("\(folder) has no database of Noonish"))
        for path in [folder, "/tmp/noonish-nothing.tar"] {
            #expect(!FileManager.default.fileExists(atPath: path))
        }
    }

    @Test func `a backup without the folder of the keys is refused`() async throws {
        let folder = "/tmp/noonish-mistyped-\(UUID().uuidString.prefix(8))"
        let outcome = try await noonish(
            ["backup", "/tmp/noonish-nothing.tar"],
            ["NOONISH_DATA_FOLDER": folder, "NOONISH_DATABASE_URL": "postgresql://localhost:1/noonish"])

        #expect(outcome.status == 66 && outcome.errors.contains("keys"))
        #expect(!FileManager.default.fileExists(atPath: folder))
    }

    @Test func `what a killed restore leaves is removed by the next one, and by a start`() async throws {
        let program = try Program(settings: ["NOONISH_SAMPLE_LOAD": "false"])
        let file = "\(program.folder.path())/junk.tar"
        try await Shell.run(
            """
            cd '\(program.folder.path())' && echo '{"form":1}' >backup.json && echo junk >database.dump \
                && tar --create --file junk.tar backup.json database.dump
            """)
        do {
            try await killRestore(of: file, program)
            let next = try await noonish(["restore", file], program.environment)
            #expect(next.status == 69 && next.errors.contains("pg_restore"), "\(next.errors)")
            #expect(try unpacked(in: program) == [])

            try await killRestore(of: file, program)
            try await program.start()
            #expect(try unpacked(in: program) == [])
        } catch {
            try? await program.remove()
            throw error
        }
        try await program.remove()
    }

    @Test func `a folder that is in use stays`() async throws {
        try await withFolder { parent in
            let files = FileManager.default
            try files.createDirectory(atPath: "\(parent)/restore.1", withIntermediateDirectories: false)
            try await TemporaryFolder.use("\(parent)/restore") { folder in
                TemporaryFolder.removeLeftovers(of: "\(parent)/restore")

                let left = try files.contentsOfDirectory(atPath: parent)
                #expect(left.map { "\(parent)/\($0)" } == [folder])
            }
            let left = try files.contentsOfDirectory(atPath: parent)
            #expect(left == [])
        }
    }

    private func killRestore(of file: String, _ program: Program) async throws {
        // On a busy machine a restore may end before it is seen to have begun.
        try await eventually {
            try program.begin(["restore", file])
            while program.isRunning, try unpacked(in: program).isEmpty {
                try await Task.sleep(for: .milliseconds(5))
            }
            try await program.kill()
            return try unpacked(in: program).count == 1
        }
    }

    private func unpacked(in program: Program) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: program.folder.path())
            .filter { $0.hasPrefix("restore.") }
    }
}

/// A member's outings before the backup, and after the restore.
private struct Drill {
    let token: String
    let person: String
    let file: String
    /// How many outings there were before the backup began, and after it had ended.
    let written: ClosedRange<Int>

    init(_ program: Program, backup file: String) async throws {
        self.file = file
        let made = try await program.run(["token", "make", "leila@example.org", "--name", "the drill"])
        let token = made.trimmingCharacters(in: .whitespacesAndNewlines)
        self.token = token
        let leila = program.site.program(token: token)
        person = try #require(try await leila.get("/v1/me")["id"].text)
        let counter = Counter()
        let writing = Task {
            while !counter.isEnough {
                let made = try await leila.post("/v1/outings", #"{"title":"Lunch \#(counter.value)"}"#)
                try #require(made.status == .created, "\(made)")
                counter.add()
            }
        }
        _ = try await eventually("something written") { counter.value >= 5 ? true : nil }
        let least = counter.value
        _ = try await program.run(["backup", file])
        written = least...counter.value + 1
        counter.enough()
        try await writing.value

        let kept = try await Shell.run("tar --extract --to-stdout --file '\(file)' ./files/secret.key")
        #expect(kept == program.environment["NOONISH_SECRET_KEY"])

        let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
        let again = try await noonish(["backup", file], program.environment)
        #expect(mode == 0o600)
        #expect(again.status == 73 && again.errors.contains("--replace"))
    }

    func restore(to program: Program) async throws {
        _ = try await program.run(["restore", file])
        try await program.start()
        let leila = program.site.program(token: token)

        #expect(try await leila.get("/v1/me")["id"].text == person, "one is signed in as before")
        let titles = try await ask("SELECT title FROM outing ORDER BY id", program)
        #expect(titles == (0..<titles.count).map { "Lunch \($0)" }, "the state of one moment")
        #expect(written.contains(titles.count))
        let folder = URL(filePath: TestServer.migrations).deletingLastPathComponent().appending(
            path: "checks")
        for check in try FileManager.default.contentsOfDirectory(atPath: folder.path()) {
            #expect(
                try await ask(String(contentsOf: folder.appending(path: check), encoding: .utf8), program)
                    == [],
                "\(check)")
        }
        #expect(try await leila.post("/v1/outings", #"{"title":"Next"}"#).status == .created)
        let doctor = try await program.run(["doctor"])
        #expect(doctor.contains("ok    audit") && doctor.contains("ok    storage     most by \(person) "))
    }

    /// A database in use is not replaced by mistake, nor while a program serves it.
    func refuse(on program: Program) async throws {
        let inUse = try await noonish(["restore", file], program.environment)
        let serving = try await noonish(["restore", file, "--replace"], program.environment)

        #expect(inUse.status == 1 && inUse.errors.contains("--replace"))
        #expect(serving.status == 69 && serving.errors.contains("stop the service first"))
    }

    func erase(on program: Program) async throws {
        _ = try await program.run(["user", "erase", "leila@example.org"])
        _ = try await ask("UPDATE erasure_request SET due_at = now()", program)
        _ = try await ask("UPDATE job SET due_at = now() WHERE kind = 'privacy.erase_person'", program)
        let leila = program.site.program(token: token)
        _ = try await eventually("that Leila is forgotten", atMost: .seconds(120)) {
            try await leila.get("/v1/me").status == .unauthorized ? true : nil
        }
        try await program.stop()
        _ = try await program.run(["restore", file, "--replace"])

        #expect(try await program.run(["user", "list", "leila"]) == "no matches\n")
        #expect(try await program.run(["user", "list", "--json"]).contains(person))
    }

    /// Asks the embedded database as its administrator, who root may be.
    private func ask(_ script: String, _ program: Program) async throws -> [String] {
        let address =
            "host=\(program.folder.path())/postgres/run port=5432 user=noonish_superuser dbname=noonish"
        return try await Shell.run(
            """
            psql --no-psqlrc --quiet --tuples-only --no-align '\(address)' <<'SCRIPT'
            \(script)
            SCRIPT
            """
        ).split(separator: "\n").map(String.init)
    }
}

/// Counts across tasks.
private final class Counter: Sendable {
    private let count = Mutex(0)
    private let done = Mutex(false)

    /// Whether no more is to be written.
    var isEnough: Bool { done.withLock(\.self) }

    func enough() { done.withLock { $0 = true } }

    var value: Int { count.withLock(\.self) }

    func add() { count.withLock { $0 += 1 } }
}
