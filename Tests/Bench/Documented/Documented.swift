import Foundation
import Hummingbird
import NIOCore
import ServiceLifecycle
import Synchronization

/// `documented-streams PORT`: event streams the way that Hummingbird documents, one task and one `AsyncStream` each, to
/// measure ours beside. `GET /events` opens one; `POST /publish/{event}` sends 200 bytes to all.
@main struct Documented {
    static func main() async throws {
        let hub = Hub()
        let router = Router()
        router.get("events") { _, _ in
            Response(
                status: .ok, headers: [.contentType: "text/event-stream", .cacheControl: "no-store"],
                body: ResponseBody { writer in
                    let (id, events) = hub.open()
                    defer { hub.close(id) }
                    try await writer.write(ByteBuffer(string: ": open\n\n"))
                    for await event in events.cancelOnGracefulShutdown() { try await writer.write(event) }
                    try await writer.finish(nil)
                })
        }
        router.post("publish/{event}") { _, context in
            hub.publish(event: context.parameters.get("event") ?? "message")
            return "done\n"
        }
        let port = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 0
        let application = Application(
            router: router, configuration: .init(address: .hostname("127.0.0.1", port: port)))
        try await application.runService()
    }
}

/// All open streams.
final class Hub: Sendable {
    private let streams = Mutex<(next: Int, open: [Int: AsyncStream<ByteBuffer>.Continuation])>((0, [:]))

    func open() -> (Int, AsyncStream<ByteBuffer>) {
        let (events, continuation) = AsyncStream<ByteBuffer>.makeStream(bufferingPolicy: .bufferingNewest(64))
        return streams.withLock { streams in
            streams.next += 1
            streams.open[streams.next] = continuation
            return (streams.next, events)
        }
    }

    func close(_ id: Int) { _ = streams.withLock { $0.open.removeValue(forKey: id) } }

    func publish(event: String) {
        let head = "event: \(event)\ndata: {\"pad\":\""
        let tail = "\"}\n\n"
        let pad = String(repeating: "x", count: max(0, 200 - head.utf8.count - tail.utf8.count))
        let bytes = ByteBuffer(string: head + pad + tail)
        for stream in streams.withLock({ Array($0.open.values) }) { stream.yield(bytes) }
    }
}
