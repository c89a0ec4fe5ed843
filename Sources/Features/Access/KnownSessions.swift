import Synchronization

/// The callers of recent requests by token, so that a statement can check the session of the next request itself.
///
/// An entry grants nothing: it says whose session a statement has to check, and a request whose check fails is
/// authenticated anew.
final class KnownSessions: Sendable {
    /// The number of tokens in each of two generations: at most 5 MiB in both.
    private static let generationSize = 16_384

    private struct State {
        var recent: [TokenHash: Actor] = [:]
        var former: [TokenHash: Actor] = [:]
    }

    private let state = Mutex(State())

    subscript(token: TokenHash) -> Actor? {
        state.withLock { state in
            if let actor = state.recent[token] { return actor }
            guard let actor = state.former[token] else { return nil }
            Self.store(actor, for: token, in: &state)
            return actor
        }
    }

    /// Remembers the caller that a token authenticates, or forgets it if the token authenticates no member.
    func update(_ token: TokenHash, _ actor: Actor) {
        state.withLock { state in
            if case .person = actor {
                Self.store(actor, for: token, in: &state)
            } else {
                state.recent[token] = nil
                state.former[token] = nil
            }
        }
    }

    /// Stores an entry; the oldest generation is dropped when the newest is full.
    private static func store(_ actor: Actor, for token: TokenHash, in state: inout State) {
        if state.recent.count >= generationSize {
            state.former = state.recent
            state.recent = [:]
        }
        state.recent[token] = actor
    }
}
