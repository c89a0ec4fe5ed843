import Foundation
import HTTPTypes
import JSON
import Postgres
import TestSupport
import Testing

/// A process that only works, as a service manager and its monitoring see it.
@Suite struct WorkerTests {
    @Test(.timeLimit(.minutes(10)))
    func `a worker tells how it is, and that it will stop before it does`() async throws {
        try await withDatabase { database in
            let settings = try await Program.settings(on: database).merging(["NOONISH_HTTP_LEAVE": "3s"]) {
                $1
            }
            let worker = try Program(settings: settings)
            do {
                try await worker.start(["--role", "worker"])
                try await refuse(settings)
                try await tell(worker)
                try await worker.remove()
            } catch {
                try? await worker.remove()
                throw error
            }
        }
    }

    /// A process with another key does not start beside it.
    private func refuse(_ settings: [String: String]) async throws {
        let key = Data(repeating: 9, count: 32).base64EncodedString()
        let other = try Program(settings: settings.merging(["NOONISH_SECRET_KEY": key]) { $1 })
        let error = await #expect(throws: Program.Failure.self) { _ = try await other.run(["worker"]) }
        #expect(error?.description.contains("ended with 78") == true)
        #expect(error?.description.contains("secret.key: not what the other processes") == true)
        try await other.remove()
    }

    private func tell(_ worker: Program) async throws {
        let monitoring = worker.site.program()
        let ready = try await monitoring.get("/readyz")
        #expect(ready.status == .ok && ready["status"].text == "ready" && ready["database"] == true)
        #expect(try await monitoring.get("/outings").status == .notFound)
        let metrics = try await eventually("the queue's gauges") {
            let text = try await monitoring.get("/metrics").text
            return text.contains("updates_due") ? text : nil
        }
        #expect(metrics.contains(#"service_info{role="worker""#))
        #expect(metrics.contains("postgres_server_connections{"))

        worker.beginToStop()
        _ = try await eventually("that it is not ready") {
            try await monitoring.get("/readyz").status == .serviceUnavailable ? true : nil
        }
        #expect(try await monitoring.get("/healthz").status == .ok)
        #expect(try await worker.stop() == 0)
    }
}
