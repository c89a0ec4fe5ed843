import Foundation
import HTTPTypes
import JSON
import NIOCore

extension NoonishClient {
    /// What somebody reads. With a cache: asks whether what is kept still holds, and gives that where nobody answers.
    func read<Value: JSONDecodable & Sendable>(
        _ call: Call, as type: Value.Type = Value.self
    ) async throws -> Reading<Value> {
        guard let cache else { return try await reading(call, of: answer(to: call)) }
        let kept = await cache.entry(for: call.target).flatMap { entry in
            (try? Value(parsing: entry.body)).map { (value: $0, entry: entry) }
        }
        var asking = call
        asking.headers[.ifNoneMatch] = kept?.entry.tag?.text
        let answer: Answer
        do {
            answer = try await self.answer(to: asking)
        } catch ClientFault.unreachable(let error) {
            guard let kept else { throw ClientFault.unreachable(error) }
            return Reading(kept.value, tag: kept.entry.tag, keptSince: kept.entry.at)
        }
        if answer.status == .notModified, let kept { return Reading(kept.value, tag: kept.entry.tag) }
        let reading: Reading<Value> = try self.reading(call, of: answer)
        await cache.keep(answer.body, tag: reading.tag, for: call.target)
        return reading
    }

    /// The same without looking at what is kept, and nil where `tag` still holds.
    func read<Value: JSONDecodable & Sendable>(
        _ call: Call, unless tag: EntityTag, as type: Value.Type = Value.self
    ) async throws -> Reading<Value>? {
        var call = call
        call.headers[.ifNoneMatch] = tag.text
        let answer = try await answer(to: call)
        return answer.status == .notModified ? nil : try reading(call, of: answer)
    }

    /// What a write answers with.
    func write<Value: JSONDecodable & Sendable>(
        _ call: Call, as type: Value.Type = Value.self
    ) async throws -> Reading<Value> {
        try await reading(call, of: answer(to: call))
    }

    /// The same where its tag is of no use.
    func written<Value: JSONDecodable & Sendable>(
        _ call: Call, as type: Value.Type = Value.self
    ) async throws -> Value {
        try await write(call, as: type).value
    }

    /// A write that answers with nothing that matters.
    func done(_ call: Call) async throws { _ = try await answer(to: call) }

    private func reading<Value: JSONDecodable & Sendable>(
        _ call: Call, of answer: Answer
    ) throws -> Reading<Value> {
        guard answer.status != .notModified else {
            throw ClientFault.unexpected(path: call.path, "304 without anything kept")
        }
        do throws(JSONFault) {
            return Reading(try Value(parsing: answer.body), tag: answer.headers[.eTag].map(EntityTag.init))
        } catch {
            throw ClientFault.unreadable(path: call.path, error)
        }
    }
}

/// An answer that says yes, whole.
struct Answer: Sendable {
    let status: HTTPResponse.Status
    let headers: HTTPFields
    let body: ByteBuffer
}

extension NoonishClient {
    /// Sends `call` until there is an answer that settles it.
    ///
    /// - Throws: ``Problem`` for an answer of 400 and above, ``ClientFault/unreachable(_:)`` for none.
    func answer(to call: Call) async throws -> Answer {
        var attempt = 1
        while true {
            let pause: Duration
            do {
                return try await attemptOnce(call)
            } catch let problem as Problem {
                // What a first attempt deleted is not there for the second.
                if call.method == .delete, attempt > 1, problem.status == .notFound {
                    return Answer(status: .noContent, headers: [:], body: ByteBuffer())
                }
                guard let wait = wait(after: problem, attempt, call) else { throw problem }
                pause = wait
            } catch is CancellationError {
                throw CancellationError()
            } catch ClientFault.unreachable(let error) {
                guard attempt < retries.attempts, call.mayRepeat, !Task.isCancelled else {
                    throw ClientFault.unreachable(error)
                }
                pause = retries.pause(after: attempt)
            }
            try await Task.sleep(for: pause)
            attempt += 1
        }
    }

    /// How long to wait before trying again; nil: the problem is the answer.
    private func wait(after problem: Problem, _ attempt: Int, _ call: Call) -> Duration? {
        guard attempt < retries.attempts else { return nil }
        let isWorthIt =
            switch problem.status.code {
            case 429: true
            // Somebody else with the same key is at it: our own earlier attempt.
            case 409: problem.code == "in_flight"
            case 502, 503, 504: call.mayRepeat
            default: false
            }
        guard isWorthIt else { return nil }
        guard let told = problem.retryAfter else { return retries.pause(after: attempt) }
        return told <= retries.patience ? told + retries.pause(after: 1) : nil
    }

    private func attemptOnce(_ call: Call) async throws -> Answer {
        let body: ByteBuffer
        let answer: TransportAnswer
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
        return Answer(status: answer.status, headers: answer.headers, body: body)
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
    fileprivate var mayRepeat: Bool {
        if case .never = repeating { false } else { true }
    }
}

extension TransportAnswer {
    func collected() async throws -> ByteBuffer {
        var whole = ByteBuffer()
        for try await part in body {
            whole.writeImmutableBuffer(part)
            guard whole.readableBytes <= ClientFault.longestAnswer else {
                throw ClientFault.unexpected(path: "", "the answer is longer than 16 MiB")
            }
        }
        return whole
    }
}
