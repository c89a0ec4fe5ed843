import AsyncAlgorithms
import Foundation
import HTTPKit
package import Logging
import NIOCore
import NoonishAPI
package import Postgres
import ServiceLifecycle
import Synchronization

/// All open streams of this process, by what they follow.
///
/// Nothing is handed to it but hints that something may have moved. It then asks the database what is true and marks the
/// streams concerned, so a lost, doubled or late hint changes nothing; once a second it asks without a hint.
package final class StreamHub: Service {
    private let database: any Database
    private let logger: Logger
    private let state = Mutex(StreamTopics())
    private let hinted: AsyncStream<Void>
    private let hint: AsyncStream<Void>.Continuation

    package init(database: any Database, logger: Logger) {
        self.database = database
        self.logger = logger
        (hinted, hint) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Opens a stream of `person`, which follows their inbox and `outings`.
    ///
    /// - Parameter onlyOuting: The outing that ends the stream when the person is off its list.
    /// - Throws: 429 if they have as many as one person may.
    func subscribe(
        _ person: PersonID, to outings: [OutingID], onlyOuting: OutingID?
    ) throws(Problem) -> StreamSubscription {
        let subscription = try state.withLock { topics throws(Problem) in
            try topics.add(person, outings, onlyOuting: onlyOuting, at: .now)
        }
        hint.yield()
        return subscription
    }

    func unsubscribe(_ subscription: StreamSubscription) {
        state.withLock { $0.remove(subscription) }
    }

    /// Something happened to these outings.
    func outingsMoved(_ outings: some Sequence<OutingID>) {
        let concerns = state.withLock { $0.suspect(outings: outings) }
        if concerns { hint.yield() }
    }

    /// These people's inboxes may have grown.
    func inboxesGrew(_ people: some Sequence<PersonID>) {
        let concerns = state.withLock { $0.suspect(people: people) }
        if concerns { hint.yield() }
    }

    /// The process ends: no new streams, and the open ones are closed before long.
    func beginDraining() {
        state.withLock { $0.isDraining = true }
        hint.yield()
    }

    package func run() async throws {
        var lastLook = ContinuousClock.now
        let beats = AsyncTimerSequence(interval: UpdateLimits.poll, clock: .continuous).map { _ in }
        for await _ in merge(hinted, beats).cancelOnGracefulShutdown() {
            let now = ContinuousClock.now
            let isBeat = now - lastLook >= UpdateLimits.poll
            if isBeat { lastLook = now }
            await look(atAll: isBeat)
            if isBeat { state.withLock { $0.beat(at: now) } }
            if state.withLock(\.isDraining) { await closeAll() }
        }
        await closeAll()
    }

    /// Closes every stream, spread over a while so that not all clients come back to the next process at once.
    private func closeAll() async {
        let open = state.withLock { topics in
            topics.isDraining = true
            return topics.subscriptions
        }
        let pause = min(
            Duration.seconds(1) / UpdateLimits.closedPerSecond, UpdateLimits.drain / max(1, open.count))
        for subscription in open {
            subscription.close()
            try? await Task.sleep(for: pause)
        }
    }

    /// Asks what has moved, of what was hinted at or of everything that is followed, and marks the streams concerned.
    private func look(atAll: Bool) async {
        let question = state.withLock { $0.question(aboutAll: atAll) }
        do {
            if !question.outings.isEmpty {
                let moved = try await database.all(.revisions(beyond: question.outings))
                state.withLock { topics in
                    for revision in moved { topics.publish(revision) }
                }
            }
            if !question.people.isEmpty {
                let grown = try await database.all(.inboxes(beyond: question.people))
                state.withLock { topics in
                    for end in grown { topics.publish(end) }
                }
            }
        } catch {
            logger.warning("cannot look for updates of open streams", metadata: ["error": "\(error)"])
        }
    }
}
