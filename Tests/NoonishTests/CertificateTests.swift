import Foundation
import TestSupport
import Testing

/// TLS and HTTP/2 of the program's own, as curl and openssl see them.
@Suite struct CertificateTests {
    @Test(.timeLimit(.minutes(30)))
    func `https and HTTP 2 are served, live streams too, and a renewed certificate needs no restart`()
        async throws
    {
        let folder = "/tmp/noonish-tls-\(UUID().uuidString.prefix(8))"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try await Self.makeCertificate(in: folder, named: "first")
        let settings = [
            "NOONISH_HTTP_CERTIFICATE_FILE": "\(folder)/certificate.pem",
            "NOONISH_HTTP_KEY_FILE": "\(folder)/key.pem", "NOONISH_HTTP_CERTIFICATE_CHECK": "1s",
        ]
        try await withProgram(settings) { program, _ async throws in
            let curl = "curl --silent --show-error --cacert \(folder)/certificate.pem --max-time 60"
            let said = "--output /dev/null --write-out '%{http_code} %{http_version}'"

            let two = try await Shell.run("\(curl) --http2 \(said) \(program.url)/healthz")
            let one = try await Shell.run("\(curl) --http1.1 \(said) \(program.url)/healthz")
            let many = try await Shell.run(
                "\(curl) --http2 --parallel --write-out '%{http_code}\\n' "
                    + (0..<20).map { _ in "--output /dev/null \(program.url)/" }.joined(separator: " "))
            let token =
                try await program.run(["token", "make", "leila@example.org"])
                .split(separator: "\n").last.map(String.init) ?? ""
            let streams = try await ["--http2", "--http1.1", "--http1.0"].asyncMap { version in
                try await Shell.run(
                    """
                    \(curl) \(version) --include --no-buffer -H 'Authorization: Bearer \(token)' \
                        \(program.url)/v1/updates/stream >\(folder)/stream & reader=$!
                    until grep -q 'event: hello' \(folder)/stream; do kill -0 $reader; sleep 0.05; done
                    kill $reader; cat \(folder)/stream; rm \(folder)/stream
                    """)
            }
            #expect(program.url.hasPrefix("https://localhost:"))
            #expect(two == "200 2" && one == "200 1.1")
            #expect(many.split(separator: "\n").count { $0 == "200" } == 20, "\(many)")
            #expect(streams.allSatisfy { $0.contains("event: hello") })
            #expect(streams.last?.lowercased().contains("transfer-encoding") == false)

            // Renewed in place; then half of a pair, which changes nothing.
            try await Self.makeCertificate(in: folder, named: "second")
            _ = try await eventually("the second certificate") {
                let name = try await Self.name(at: program.url)
                return name.contains("second") ? true : nil
            }
            try await Shell.run("echo nonsense >\(folder)/key.pem")
            _ = try await eventually("a word about the key") {
                program.transcripts.last?.text.contains("the certificate was not read again")
            }
            #expect(try await Self.name(at: program.url).contains("second"))
        }
    }

    @Test(arguments: [
        ["NOONISH_HTTP_CERTIFICATE_FILE": "/etc/hostname"],
        ["NOONISH_HTTP_CERTIFICATE_FILE": "/etc/hostname", "NOONISH_HTTP_KEY_FILE": "/nowhere"],
    ])
    func `half a pair, and files that are none, are refused at the start`(settings: [String: String])
        async throws
    {
        let folder = "/tmp/noonish-no-tls-\(UUID().uuidString.prefix(8))"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let data = ["NOONISH_DATA_FOLDER": folder, "NOONISH_HTTP_PORT": "0"]
        let outcome = try await noonish(["serve"], settings.merging(data) { $1 })

        #expect(outcome.status == 78)
        #expect(outcome.errors.contains("http.certificateFile"))
    }

    /// A certificate for this machine, good for a day.
    private static func makeCertificate(in folder: String, named name: String) async throws {
        try await Shell.run(
            """
            cd \(folder) && openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 1 \
                -keyout new-key.pem -out new-certificate.pem -subj /CN=\(name) -addext subjectAltName=DNS:localhost
            mv new-key.pem key.pem && mv new-certificate.pem certificate.pem
            """)
    }

    private static func name(at url: String) async throws -> String {
        let port = URL(string: url)?.port ?? 0
        return try await Shell.run(
            "openssl s_client -connect localhost:\(port) </dev/null 2>/dev/null | openssl x509 -noout -subject"
        )
    }
}

extension Sequence {
    fileprivate func asyncMap<Value>(_ body: (Element) async throws -> Value) async throws -> [Value] {
        var values: [Value] = []
        for element in self { values.append(try await body(element)) }
        return values
    }
}
