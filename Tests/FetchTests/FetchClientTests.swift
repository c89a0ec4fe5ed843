import Fetch
import Foundation
import Logging
import MetricsTestKit
import TestSupport
import Testing
import Traces

@Suite(.timeLimit(.minutes(30))) struct `The client` {
    @Test func `sends what it is told and reads the whole answer`() async throws {
        try await withHTTPServer { client, server in
            let headers = [HTTPHeader("X-Empty", ""), HTTPHeader("Authorization", "vapid t=abc, k=def")]
            let request = try FetchRequest(
                .put, server.url("/echo?a=b"), headers: headers, body: Array("körper".utf8), policy: .any,
                allowsPlainHTTP: true)

            let response = try await client.fetch(request)

            let echo = try JSONDecoder().decode(Echo.self, from: Data(response.body))
            #expect(response.status == 200)
            #expect(response.httpVersion == "1.1")
            #expect(response.header("Content-Type") == "application/json")
            #expect(response.headers.filter { $0.name == "x-twice" }.map(\.value) == ["one", "two"])
            #expect(echo.method == "PUT")
            #expect(echo.target == "/echo?a=b")
            #expect(echo.body == "körper")
            #expect(echo["authorization"] == "vapid t=abc, k=def")
            #expect(echo["x-empty"] == "")
            #expect(echo["user-agent"] == "FetchTests/1.0")
            #expect(echo["content-length"] == "7")
            #expect(echo["content-type"] == nil)
            #expect(echo["expect"] == nil)
        }
    }

    @Test func `says which trace it belongs to, if there is one`() async throws {
        try await withHTTPServer { client, server in
            let trace = Trace(identifier: "00112233445566778899aabbccddeeff")

            let inside = try await Trace.$current.withValue(trace) {
                try await client.fetch(server.request("/echo"))
            }
            let outside = try await client.fetch(server.request("/echo"))

            let echoes = try [inside, outside].map {
                try JSONDecoder().decode(Echo.self, from: Data($0.body))
            }
            #expect(
                echoes.map { $0["traceparent"] } == [
                    "00-00112233445566778899aabbccddeeff-0011223344556677-00", nil,
                ])
        }
    }

    @Test(arguments: [FetchRequest.Method.get, .head, .post, .put, .patch, .delete])
    func `speaks every method`(method: FetchRequest.Method) async throws {
        try await withHTTPServer { client, server in
            let response = try await client.fetch(server.request("/status/204", method))

            #expect(response.status == 204)
        }
    }

    @Test(arguments: [200, 400, 404, 410, 429, 503])
    func `takes any status for an answer`(status: Int) async throws {
        try await withHTTPServer { client, server in
            let response = try await client.fetch(server.request("/status/\(status)"))

            #expect(response.status == status)
            #expect(String(decoding: response.body, as: UTF8.self) == "words")
        }
    }

    @Test func `does not follow a redirect`() async throws {
        try await withHTTPServer { client, server in
            let response = try await client.fetch(server.request("/redirect"))

            #expect(response.status == 302)
            #expect(response.header("location") == "/echo")
        }
    }

    @Test func `skips an interim answer`() async throws {
        try await withHTTPServer { client, server in
            let response = try await client.fetch(server.request("/interim"))

            #expect(response.status == 200)
            #expect(response.header("link") == nil)
            #expect(String(decoding: response.body, as: UTF8.self) == "late")
        }
    }

    @Test func `uses a connection again`() async throws {
        try await withHTTPServer { client, server in
            var connections: Set<Int> = []
            for _ in 1...5 {
                let response = try await client.fetch(server.request("/echo"))
                connections.insert(try JSONDecoder().decode(Echo.self, from: Data(response.body)).connection)
            }

            #expect(connections == [1])
        }
    }

    @Test func `survives a connection that died while idle`() async throws {
        try await withHTTPServer { client, server in
            for _ in 1...3 {
                let response = try await client.fetch(server.request("/once", .post, body: Array("x".utf8)))

                #expect(response.status == 200)
            }
        }
    }

    @Test(arguments: ["/bytes/100000", "/chunked/100000"])
    func `stops at the limit of a body`(path: String) async throws {
        try await withHTTPServer { client, server in
            let within = try await client.fetch(
                server.request(
                    path,
                    limits: TransferLimits(total: .seconds(30), connect: .seconds(30), responseBytes: 100_000)
                ))
            #expect(within.body.count == 100_000)

            await #expect(throws: FetchError.tooLarge(status: 200, limit: 99_999)) {
                try await client.fetch(
                    server.request(
                        path,
                        limits: TransferLimits(
                            total: .seconds(30), connect: .seconds(30), responseBytes: 99_999)))
            }
        }
    }

    @Test func `stops at the limit of headers`() async throws {
        try await withHTTPServer { client, server in
            let within = try await client.fetch(server.request("/headers/50"))
            #expect(within.headers.count == 51)

            await #expect(throws: FetchError.tooLarge(status: 200, limit: 65_536)) {
                try await client.fetch(server.request("/headers/90"))
            }
        }
    }

    @Test func `gives up when its time is over`() async throws {
        try await withHTTPServer { client, server in
            let failure = await #expect(throws: FetchError.self) {
                try await client.fetch(
                    server.request("/never", limits: TransferLimits(total: .milliseconds(200))))
            }

            guard case .timedOut = failure else {
                return #expect(Bool(false), "\(String(describing: failure))")
            }
            try await server.expect("request")
            try await server.expect("gone")
        }
    }

    @Test(arguments: ["/short", "/reset", "/garbage"])
    func `takes a broken answer for none`(path: String) async throws {
        try await withHTTPServer { client, server in
            let failure = await #expect(throws: FetchError.self) {
                try await client.fetch(server.request(path))
            }

            guard case .broken = failure else {
                return #expect(Bool(false), "\(String(describing: failure))")
            }
        }
    }

    @Test func `says so when nobody listens`() async throws {
        try await withClient { client in
            let request = try FetchRequest(.get, "http://127.0.0.1:1/", policy: .any, allowsPlainHTTP: true)
            let failure = await #expect(throws: FetchError.self) { try await client.fetch(request) }

            guard case .unreachable = failure else {
                return #expect(Bool(false), "\(String(describing: failure))")
            }
            #expect(failure?.isTemporary == true)
        }
    }

    @Test func `takes a cancelled request off the wire`() async throws {
        try await withHTTPServer { client, server in
            let request = try server.request("/never")
            let task = Task { try await client.fetch(request) }
            try await server.expect("request")

            task.cancel()

            await #expect(throws: FetchError.cancelled) { try await task.value }
            try await server.expect("gone")
        }
    }

    @Test func `does not start for a task that is cancelled`() async throws {
        try await withHTTPServer { client, server in
            let request = try server.request("/echo")
            let task = Task {
                withUnsafeCurrentTask { $0?.cancel() }
                return try await client.fetch(request)
            }

            await #expect(throws: FetchError.cancelled) { try await task.value }
        }
    }

    @Test func `answers every one of many requests, cancelled or not`() async throws {
        try await withHTTPServer { client, server in
            let echo = try server.request("/echo")
            let never = try server.request("/never")
            let outcomes = await withTaskGroup(of: Bool.self) { group in
                for number in 1...300 {
                    group.addTask {
                        // Cancelled at once: before, while or after it is handed to the loop.
                        let isCancelled = number.isMultiple(of: 3)
                        let task = Task { try await client.fetch(isCancelled ? never : echo).status }
                        if isCancelled { task.cancel() }
                        switch await task.result {
                        case .success(let status): return status == 200 && !isCancelled
                        case .failure(let error): return error as? FetchError == .cancelled && isCancelled
                        }
                    }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }

            #expect(outcomes.count == 300)
            #expect(outcomes.allSatisfy { $0 })
        }
    }

    @Test(arguments: [false, true])
    func `holds back what would be too much for one destination`(isSecure: Bool) async throws {
        try await PythonServer.run("http_server.py", isSecure ? ["--tls"] : []) { server in
            func request(_ path: String, total: Duration = .seconds(30)) throws -> FetchRequest {
                try FetchRequest(
                    .get, "\(isSecure ? "https" : "http")://localhost:\(server.port)\(path)", policy: .any,
                    allowsPlainHTTP: true, limits: TransferLimits(total: total, connect: .seconds(30)))
            }
            try await withClient(authority: server.authority, perDestination: 2) { client in
                let hold = try request("/hold")
                async let first = client.fetch(hold)
                async let second = client.fetch(hold)
                for _ in 1...2 { try await server.expect("request", at: "/hold") }

                // Both places are taken: the third waits for one, and its own time runs out before.
                let impatient = try request("/impatient", total: .milliseconds(100))
                let failure = await #expect(throws: FetchError.self) { try await client.fetch(impatient) }
                guard case .timedOut = failure else {
                    return #expect(Bool(false), "\(String(describing: failure))")
                }

                // Another client has places of its own.
                try await withClient(authority: server.authority) { other in
                    _ = try await other.fetch(request("/release"))
                }
                try await server.expect("request", at: "/release")
                let statuses = try await [first.status, second.status]
                #expect(statuses == [200, 200])
            }
        }
    }

    @Test func `lets running requests finish when it is shut down`() async throws {
        try await withHTTPServer { client, server in
            let hold = try server.request("/hold")
            let answer = Task { try await client.fetch(hold).status }
            try await server.expect("request")

            let shutdown = Task { await client.shutdown() }
            while (try? await client.fetch(server.request("/status/200"))) != nil { await Task.yield() }
            await #expect(throws: FetchError.shutdown) { try await client.fetch(server.request("/echo")) }
            try await withClient { other in _ = try await other.fetch(server.request("/release")) }

            let status = try await answer.value
            #expect(status == 200)
            await shutdown.value
        }
    }

    @Test func `ends as a service when it is told to`() async throws {
        try await withHTTPServer { client, server in
            let service = Task { try await client.run() }
            let answer = try await client.fetch(server.request("/status/200"))
            #expect(answer.status == 200)

            service.cancel()

            try await service.value
            await #expect(throws: FetchError.shutdown) { try await client.fetch(server.request("/echo")) }
        }
    }

    @Test func `counts and times what it does, by outcome`() async throws {
        let metrics = TestMetrics()
        try await PythonServer.run("http_server.py") { server in
            try await withClient(metrics: metrics) { client in
                for path in ["/echo", "/echo", "/status/503"] {
                    _ = try await client.fetch(server.request(path))
                }
                _ = try? await client.fetch(server.request("/garbage"))
            }
        }

        func count(_ outcome: String) throws -> Int64 {
            try metrics.expectCounter("fetch_transfers", [("scheme", "http"), ("outcome", outcome)])
                .totalValue
        }
        #expect(try count("2xx") == 2)
        #expect(try count("5xx") == 1)
        #expect(try count("broken") == 1)
        let times = try metrics.expectTimer(
            "fetch_transfer_seconds", [("scheme", "http"), ("outcome", "2xx")])
        #expect(times.values.count == 2)
        #expect(times.values.allSatisfy { $0 > 0 })
    }

    @Test func `refuses a certificate file that is not there`() {
        #expect(
            throws: FetchError.invalid("the file of certificate authorities cannot be read: /nowhere.pem")
        ) {
            let configuration = FetchConfiguration(userAgent: "Test", certificateAuthorities: "/nowhere.pem")
            return try FetchClient(configuration, logger: Logger(label: "fetch"))
        }
    }
}
