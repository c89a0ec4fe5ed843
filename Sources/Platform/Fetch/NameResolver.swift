import Foundation
import Synchronization

/// Resolves host names for requests whose every possible address is checked before the first connection.
package struct NameResolver: Sendable {
    private let resolve: @Sendable (_ host: String) -> Answer

    /// The result of a lookup: the addresses, or the reason why it failed.
    package enum Answer: Hashable, Sendable {
        case addresses([IPAddress])
        case failure(String)
    }

    /// Creates a resolver.
    ///
    /// - Parameter resolve: Resolves one host. It may block, because it is called on a thread of its own.
    package init(_ resolve: @escaping @Sendable (_ host: String) -> Answer) { self.resolve = resolve }

    /// Resolves as the system does: A and AAAA records and the local hosts file.
    package static let system = NameResolver(systemAddresses)

    /// Returns the addresses of a host.
    ///
    /// - Parameters:
    ///   - host: A name, not an address.
    ///   - limit: The longest time to wait for the lookup.
    /// - Throws: ``FetchError/unreachable(_:)`` if the host has no address, ``FetchError/timedOut(_:)``,
    ///   ``FetchError/overloaded`` or ``FetchError/cancelled``.
    func addresses(of host: String, within limit: Duration) async throws(FetchError) -> [IPAddress] {
        let resolve = resolve
        let answer = await FirstAnswer.of { answer in
            guard Self.running.wrappingAdd(1, ordering: .relaxed).newValue <= FetchLimits.resolving else {
                Self.running.wrappingSubtract(1, ordering: .relaxed)
                return answer(.failure(.overloaded))
            }
            Thread.detachNewThread {
                let found = resolve(host)
                Self.running.wrappingSubtract(1, ordering: .relaxed)
                switch found {
                case .addresses(let addresses) where !addresses.isEmpty: answer(.success(addresses))
                case .addresses: answer(.failure(.unreachable("\(host) has no address")))
                case .failure(let reason): answer(.failure(.unreachable("\(host): \(reason)")))
                }
            }
        } orAfter: {
            (limit, .failure(.timedOut("looking up \(host)")))
        }
        return try answer.get()
    }

    /// The lookups in progress in this process. A lookup whose caller has stopped waiting still counts until
    /// the system gives up on it.
    private static let running = Atomic(0)
}

/// Waits for the first of three events: the work finishes, the time limit passes, or the task is cancelled.
private final class FirstAnswer: Sendable {
    typealias LookupResult = Result<[IPAddress], FetchError>

    private let waiting = Mutex<CheckedContinuation<LookupResult, Never>?>(nil)

    static func of(
        _ work: (@escaping @Sendable (LookupResult) -> Void) -> Void,
        orAfter limit: () -> (Duration, LookupResult)
    ) async -> LookupResult {
        let first = FirstAnswer()
        let (duration, late) = limit()
        let timer = Task {
            guard (try? await Task.sleep(for: duration)) != nil else { return }
            first.answer(late)
        }
        defer { timer.cancel() }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                first.waiting.withLock { $0 = continuation }
                if Task.isCancelled { return first.answer(.failure(.cancelled)) }
                work(first.answer)
            }
        } onCancel: {
            first.answer(.failure(.cancelled))
        }
    }

    private func answer(_ found: LookupResult) {
        let continuation = waiting.withLock { waiting in
            defer { waiting = nil }
            return waiting
        }
        continuation?.resume(returning: found)
    }
}

/// Resolves a host with `getaddrinfo(3)`, which blocks.
private func systemAddresses(_ host: String) -> NameResolver.Answer {
    var hints = addrinfo()
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    var list: UnsafeMutablePointer<addrinfo>?
    let result = getaddrinfo(host, nil, &hints, &list)
    guard result == 0 else { return .failure(String(cString: gai_strerror(result))) }
    defer { freeaddrinfo(list) }
    var addresses: [IPAddress] = []
    for entry in sequence(first: list, next: { $0?.pointee.ai_next }) {
        guard let socketAddress = entry?.pointee.ai_addr else { continue }
        // The policy cannot check an unknown address family, so it must not be connected to either.
        guard let address = IPAddress(socketAddress) else { return .failure("an unknown kind of address") }
        if !addresses.contains(address) { addresses.append(address) }
    }
    return .addresses(addresses)
}
