import HTTPTypes
import NIOCore
import NoonishClient
import NoonishTransport
import Synchronization

/// The shipped transport on a bad line: everything reaches the service, but of some requests the answer is lost, and live
/// streams break off.
final class FaultyTransport: Transport {
    private struct State {
        var lost = 0
        var isCut = false
        var requests: [HTTPRequest] = []
        var streams = 0
    }

    struct Lost: Error {}

    private let line = AsyncHTTPTransport()
    private let state = Mutex(State())

    /// So many of the next answers do not arrive.
    func lose(_ answers: Int) { state.withLock { $0.lost = answers } }

    /// Whether nothing at all gets through.
    var isCut: Bool {
        get { state.withLock(\.isCut) }
        set { state.withLock { $0.isCut = newValue } }
    }

    /// What was sent, in order.
    var requests: [HTTPRequest] { state.withLock(\.requests) }

    func send(_ request: HTTPRequest, body: ByteBuffer?) async throws -> TransportResponse {
        guard !isCut else { throw Lost() }
        state.withLock { $0.requests.append(request) }
        var answer = try await line.send(request, body: body)
        let isLost = state.withLock { state in
            guard state.lost > 0 else { return false }
            state.lost -= 1
            return true
        }
        guard !isLost else { throw Lost() }
        if request.path?.hasPrefix("/v1/updates/stream") == true {
            // Every stream breaks off in the middle of something, each a little later than the one before.
            let streams = state.withLock { state in
                state.streams += 1
                return state.streams
            }
            answer.body = CutBody(body: answer.body, after: streams + 1)
        }
        return answer
    }
}

/// The first parts of a body, the last of them without its second half.
private struct CutBody: AsyncSequence, Sendable {
    typealias Element = ByteBuffer
    typealias Failure = any Error

    let body: any AsyncSequence<ByteBuffer, any Error> & Sendable
    let after: Int

    func makeAsyncIterator() -> Iterator { Iterator(parts: body.makeAsyncIterator(), left: after) }

    struct Iterator: AsyncIteratorProtocol {
        var parts: any AsyncIteratorProtocol<ByteBuffer, any Error>
        var left: Int

        mutating func next(isolation actor: isolated (any Actor)?) async throws -> ByteBuffer? {
            guard left > 0 else { throw FaultyTransport.Lost() }
            left -= 1
            guard var part = try await parts.next(isolation: actor) else { return nil }
            return left == 0 ? part.readSlice(length: part.readableBytes / 2) : part
        }

        mutating func next() async throws -> ByteBuffer? { try await next(isolation: #isolation) }
    }
}
