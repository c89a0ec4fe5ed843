import Foundation
import HTTPTypes
import SystemPackage
import TestSupport
import Testing

@testable import Noonish

/// The tarball, made with the program that was built beside the tests, unpacked somewhere else.
@Suite struct PackageTests {
    @Test(.timeLimit(.minutes(30)))
    func `what script/package makes serves from another folder`() async throws {
        let folder = URL(filePath: "/tmp/noonish-package-\(UUID().uuidString.prefix(8))")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let made = try await Shell.run(
            """
            cd '\(Repository.folder.path())'
            NOONISH_BINARY='\(Program.binary.path())' script/package '\(folder.path())' &&
            cd '\(folder.path())' && tar --extract --gzip --file noonish-*.tar.gz && rm noonish-*.tar.gz && echo noonish-*
            """)
        let name = try #require(made.split(separator: "\n").last.map(String.init))
        let root = folder.appending(path: name)
        let elsewhere = folder.appending(path: "work")
        try FileManager.default.createDirectory(at: elsewhere, withIntermediateDirectories: true)

        try await withDatabase { database in
            let settings = try await Program.settings(on: database)
            let program = try Program(
                settings: settings, binary: root.appending(path: "bin/noonish"), in: elsewhere)
            do {
                try await program.start()
                let page = try await program.site.browser().get("/sign-in")
                let contract = try await program.site.program().get("/openapi.json")
                let doctor = try await program.run(["doctor"])
                #expect(page.status.code == 200 && page.text.contains("<main"))
                #expect(contract.status.code == 200)
                #expect(doctor.contains("ok    files") && doctor.contains("ok    schema"))
            } catch {
                try? await program.remove()
                throw error
            }
            try await program.remove()
        }
        let install = try String(contentsOf: root.appending(path: "INSTALL.md"), encoding: .utf8)
        #expect(install.contains("systemctl enable --now noonish"))
        for unit in ["noonish.service", "noonish@.service"] {
            #expect(FileManager.default.fileExists(atPath: root.appending(path: unit).path()))
        }
    }

    @Test(arguments: ["noonish.service", "noonish@.service"])
    func `the units are ones that systemd understands`(name: String) async throws {
        let unit = Repository.folder.appending(path: "config/\(name)").path()
        let complaints = try await Shell.run(
            "command -v systemd-analyze >/dev/null || exit 0; systemd-analyze verify '\(unit)' 2>&1 | grep 'noonish.*service:' || true"
        )

        // The program is not installed where the unit says.
        #expect(
            complaints.split(separator: "\n").allSatisfy { $0.contains("/opt/noonish/bin/noonish") },
            "\(complaints)")
    }

    @Test func `the image installs what the instructions say`() throws {
        let image = try text("Containerfile")
        let line = try #require(
            try text("docs/release.md").split(separator: "\n").first {
                $0.hasPrefix("apt-get install libpq5 ")
            })
        let packages = line.prefix { $0 != "#" }.split(separator: " ").dropFirst(2)

        let installed = Set(image.split { $0.isWhitespace })
        #expect(packages.count > 5)
        #expect(packages.allSatisfy(installed.contains), "\(packages)")
    }

    @Test(arguments: ["Containerfile", "config/compose.yaml"])
    func `the settings of containers exist`(file: String) throws {
        let settings = FilePath(Repository.folder.appending(path: "config/noonish.yaml").path())
        let known = Set(try SettingsReader.keys(of: settings).map(SettingsReader.variable(for:)))
        let used = Set(try text(file).matches(of: /\b(NOONISH_[A-Z_]+)(?:: |=)/).map { String($0.1) })

        #expect(!used.isEmpty)
        #expect(used.subtracting(known) == [])
    }

    private func text(_ path: String) throws -> String {
        try String(contentsOf: Repository.folder.appending(path: path), encoding: .utf8)
    }
}
