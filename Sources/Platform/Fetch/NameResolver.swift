import Foundation
import Synchronization

/// Finds the addresses behind a host's name, for requests whose every possible address is checked before the first
/// connection.
package struct NameResolver: Sendable {
    private let lookUp: @Sendable (_ host: String) -> Answer

    /// What a look-up found, or why it found nothing.
    package enum Answer: Hashable, Sendable {
        case addresses([IPAddress])
        case failure(String)
    }

    /// - Parameter lookUp: May block; is called on a thread of its own.
    package init(_ lookUp: @escaping @Sendable (_ host: String) -> Answer) { self.lookUp = lookUp }

    /// What the machine itself would connect to: A and AAAA records, and its own list of hosts.
    package static let system = NameResolver(systemAddresses)

    /// - Throws: ``FetchError/unreachable(_:)`` if there is none, ``FetchError/timedOut(_:)``,
    ///   ``FetchError/overloaded`` and ``FetchError/cancelled``.
    func addresses(of host: String, within limit: Duration) async throws(FetchError) -> [IPAddress] {
        let lookUp = lookUp
        let answer = await FirstAnswer.of { answer in
            guard Self.running.wrappingAdd(1, ordering: .relaxed).newValue <= FetchLimits.resolving else {
                Self.running.wrappingSubtract(1, ordering: .relaxed)
                return answer(.failure(.overloaded))
            }
            Thread.detachNewThread {
                let found = lookUp(host)
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

    /// Look-ups under way in this process. One that nobody waits for any more ends when the system gives it up.
    private static let running = Atomic(0)
}

/// Waits for whichever answer comes first: that of the work, the limit's, or that the task was cancelled.
private final class FirstAnswer: Sendable {
    typealias Found = Result<[IPAddress], FetchError>

    private let waiting = Mutex<CheckedContinuation<Found, Never>?>(nil)

    static func of(
        _ work: (@escaping @Sendable (Found) -> Void) -> Void, orAfter limit: () -> (Duration, Found)
    ) async -> Found {
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

    private func answer(_ found: Found) {
        let continuation = waiting.withLock { waiting in
            defer { waiting = nil }
            return waiting
        }
        continuation?.resume(returning: found)
    }
}

/// `getaddrinfo(3)`, which blocks.
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
        // A family that we do not know cannot be judged, so it must not be connected to either.
        guard let address = IPAddress(socketAddress) else { return .failure("an unknown kind of address") }
        if !addresses.contains(address) { addresses.append(address) }
    }
    return .addresses(addresses)
}
