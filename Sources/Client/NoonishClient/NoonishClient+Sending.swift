import Foundation
import HTTPTypes
import JSON
import NIOCore

extension NoonishClient {
    /// Reads a resource. With a cache, revalidates the cached copy and falls back to it if the service is
    /// unreachable.
    func read<Value: JSONDecodable & Sendable>(
        _ call: Call, as type: Value.Type = Value.self
    ) async throws -> Resource<Value> {
        guard let cache else { return try await reading(call, of: answer(to: call)) }
        let kept = await cache.entry(for: call.target).flatMap { entry in
            (try? Value(parsing: entry.body)).map { (value: $0, entry: entry) }
        }
        var conditionalCall = call
        conditionalCall.headers[.ifNoneMatch] = kept?.entry.tag?.text
        let answer: CompleteResponse
        do {
            answer = try await self.answer(to: conditionalCall)
        } catch ClientFault.unreachable(let error) {
            guard let kept else { throw ClientFault.unreachable(error) }
            return Resource(kept.value, tag: kept.entry.tag, cachedAt: kept.entry.at)
        }
        if answer.status == .notModified, let kept { return Resource(kept.value, tag: kept.entry.tag) }
        let reading: Resource<Value> = try self.reading(call, of: answer)
        await cache.keep(answer.body, tag: reading.tag, for: call.target)
        return reading
    }

    /// Reads a resource without the cache; `nil` if its state is still that of `tag`.
    func read<Value: JSONDecodable & Sendable>(
        _ call: Call, unless tag: EntityTag, as type: Value.Type = Value.self
    ) async throws -> Resource<Value>? {
        var call = call
        call.headers[.ifNoneMatch] = tag.text
        let answer = try await answer(to: call)
        return answer.status == .notModified ? nil : try reading(call, of: answer)
    }

    /// Performs a write and returns the response with its tag.
    func write<Value: JSONDecodable & Sendable>(
        _ call: Call, as type: Value.Type = Value.self
    ) async throws -> Resource<Value> {
        try await reading(call, of: answer(to: call))
    }

    /// Performs a write and returns the response's value alone.
    func writeForValue<Value: JSONDecodable & Sendable>(
        _ call: Call, as type: Value.Type = Value.self
    ) async throws -> Value {
        try await write(call, as: type).value
    }

    /// Performs a write and ignores the response's body.
    func perform(_ call: Call) async throws { _ = try await answer(to: call) }

    private func reading<Value: JSONDecodable & Sendable>(
        _ call: Call, of answer: CompleteResponse
    ) throws -> Resource<Value> {
        guard answer.status != .notModified else {
            throw ClientFault.unexpected(path: call.path, "304 without a cached response")
        }
        do throws(JSONFault) {
            return Resource(try Value(parsing: answer.body), tag: answer.headers[.eTag].map(EntityTag.init))
        } catch {
            throw ClientFault.unreadable(path: call.path, error)
        }
    }
}

/// A complete response with a status below 400.
struct CompleteResponse: Sendable {
    let status: HTTPResponse.Status
    let headers: HTTPFields
    let body: ByteBuffer
}

extension NoonishClient {
    /// Sends a request, with retries.
    ///
    /// - Throws: ``Problem`` for a response with a status of 400 or above, ``ClientFault/unreachable(_:)`` if
    ///   there is no response.
    func answer(to call: Call) async throws -> CompleteResponse {
        var attempt = 1
        while true {
            let pause: Duration
            do {
                return try await attemptOnce(call)
            } catch let problem as Problem {
                // An earlier attempt, whose response was lost, has deleted the resource.
                if call.method == .delete, attempt > 1, problem.status == .notFound {
                    return CompleteResponse(status: .noContent, headers: [:], body: ByteBuffer())
                }
                guard let wait = wait(after: problem, attempt, call) else { throw problem }
                pause = wait
            } catch is CancellationError {
                throw CancellationError()
            } catch ClientFault.unreachable(let error) {
                guard attempt < retries.attempts, call.isRetryable, !Task.isCancelled else {
                    throw ClientFault.unreachable(error)
                }
                pause = retries.pause(after: attempt)
            }
            try await Task.sleep(for: pause)
            attempt += 1
        }
    }

    /// Returns how long to wait before a retry; `nil` if the problem is final.
    private func wait(after problem: Problem, _ attempt: Int, _ call: Call) -> Duration? {
        guard attempt < retries.attempts else { return nil }
        let mayRetry =
            switch problem.status.code {
            case 429: true
            // A request with the same key is in progress: an earlier attempt of this call.
            case 409: problem.code == "in_flight"
            case 502, 503, 504: call.isRetryable
            default: false
            }
        guard mayRetry else { return nil }
        guard let requestedDelay = problem.retryAfter else { return retries.pause(after: attempt) }
        return requestedDelay <= retries.longestRetryAfter ? requestedDelay + retries.pause(after: 1) : nil
    }

    private func attemptOnce(_ call: Call) async throws -> CompleteResponse {
        let body: ByteBuffer
        let answer: TransportResponse
        do {
            answer = try await transport.send(request(for: call), body: call.body)
            body = try await answer.collected()
        } catch let fault as ClientFault {
            throw fault
        } catch {
            try Task.checkCancellation()
            throw ClientFault.unreachable(error)
        }
        guard answer.status.code < 400 else { throw Problem(answer.status, answer.headers, body) }
        return CompleteResponse(status: answer.status, headers: answer.headers, body: body)
    }

    func request(for call: Call) -> HTTPRequest {
        var request = HTTPRequest(
            method: call.method, scheme: scheme, authority: authority, path: prefix + call.target,
            headerFields: call.headers)
        request.headerFields[.noonishClient] = program
        if request.headerFields[.accept] == nil { request.headerFields[.accept] = "application/json" }
        if let token { request.headerFields[.authorization] = "Bearer \(token)" }
        if !languages.isEmpty {
            request.headerFields[.acceptLanguage] = languages.enumerated().map { index, tag in
                index == 0 ? tag : "\(tag);q=0.\(max(9 - index, 1))"
            }.joined(separator: ", ")
        }
        return request
    }
}

extension Call {
    fileprivate var isRetryable: Bool {
        if case .never = retrySafety { false } else { true }
    }
}

extension TransportResponse {
    func collected() async throws -> ByteBuffer {
        var whole = ByteBuffer()
        for try await part in body {
            whole.writeImmutableBuffer(part)
            guard whole.readableBytes <= ClientFault.maximumResponseBytes else {
                throw ClientFault.unexpected(path: "", "the answer is longer than 16 MiB")
            }
        }
        return whole
    }
}
