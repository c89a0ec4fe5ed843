package import Access
import AsyncAlgorithms
import Foundation
import HTTPKit
package import Localization
package import Logging
package import Metrics
import NIOCore
internal import News
import NoonishAPI
package import Postgres
import ServiceLifecycle
import Synchronization

/// All open streams of this process, by what they follow.
///
/// Nothing is handed to it but hints that something may have moved. It then asks the database what is true and tells the
/// streams concerned, so a lost, doubled or late hint changes nothing; once a second it asks without a hint, about
/// everybody in turn.
package final class StreamHub: Service {
    let database: any Database
    let logger: Logger
    private let resolvers: [any TokenResolver]
    let catalogue: Catalogue
    private let state = Mutex(StreamTopics())
    private let suspectSessions = Mutex<Set<PersonID>>([])
    private let hinted: AsyncStream<Void>
    private let hint: AsyncStream<Void>.Continuation
    private let open: Gauge

    /// - Parameter resolvers: Say whose sessions have ended.
    package init(
        database: any Database, catalogue: Catalogue, resolvers: [any TokenResolver] = [], logger: Logger,
        metrics: any MetricsFactory = NOOPMetricsHandler.instance
    ) {
        self.database = database
        self.catalogue = catalogue
        self.resolvers = resolvers
        self.logger = logger
        open = Gauge(label: "update_streams_open", dimensions: [], factory: metrics)
        (hinted, hint) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Opens a stream for `actor`, who is `person`, which follows their inbox and `outings`.
    ///
    /// - Parameters:
    ///   - followsNew: Whether it also follows outings that come later.
    ///   - languages: Their `Accept-Language`, should they have chosen no language.
    ///   - loop: Of its connection.
    /// - Throws: 429 if they have as many as one person may; 503 while the process ends.
    func subscribe(
        _ actor: Actor, _ person: PersonID, to outings: [OutingID], followsNew: Bool, from start: StreamStart,
        guestOf: OutingID?, languages: String? = nil, on loop: any EventLoop
    ) throws(Problem) -> StreamSubscription {
        let subscription = StreamSubscription(
            actor, person, start: start, guestOf: guestOf, languages: languages, loop: loop, hub: self)
        let known = try state.withLock { topics throws(Problem) in
            try topics.add(subscription, outings, followsNew: followsNew, at: .now)
        }
        tell(known)
        hint.yield()
        return subscription
    }

    func unsubscribe(_ subscription: StreamSubscription) {
        state.withLock { $0.remove(subscription) }
    }

    /// A stream lacks updates and can take some.
    func isReady(_ subscription: StreamSubscription) {
        state.withLock { $0.isReady(subscription) }
        hint.yield()
    }

    func takeReady() -> [StreamSubscription] {
        state.withLock { $0.takeReady(atMost: LiveLimits.streamsRead) }
    }

    /// At the next beat.
    func retryLater(_ subscriptions: [StreamSubscription]) {
        state.withLock { topics in
            for subscription in subscriptions { topics.isReady(subscription) }
        }
    }

    func follow(_ outings: some Sequence<OutingID>, by subscription: StreamSubscription) {
        state.withLock { $0.follow(outings, by: subscription) }
        hint.yield()
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

    /// Sessions of these people may have ended.
    func signedOut(_ people: some Sequence<PersonID>) {
        suspectSessions.withLock { $0.formUnion(people) }
        hint.yield()
    }

    /// The process ends: no new streams, and the open ones are closed before long.
    func beginDraining() {
        state.withLock { $0.isDraining = true }
        hint.yield()
    }

    package func run() async throws {
        var lastLook = ContinuousClock.now
        let beats = AsyncTimerSequence(interval: LiveLimits.poll, clock: .continuous).map { _ in }
        for await _ in merge(hinted, beats).cancelOnGracefulShutdown() {
            let now = ContinuousClock.now
            let isBeat = now - lastLook >= LiveLimits.poll
            if isBeat { lastLook = now }
            await look(atAll: isBeat)
            await giveUpdates()
            await checkSessions(isBeat ? beat(at: now) : [])
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
        let batch = max(1, open.count / LiveLimits.drainSteps)
        for start in stride(from: 0, to: open.count, by: batch) {
            for subscription in open[start..<min(start + batch, open.count)] { subscription.close() }
            if open.count > LiveLimits.drainSteps {
                try? await Task.sleep(for: LiveLimits.drain / LiveLimits.drainSteps)
            }
        }
    }

    /// Asks what has moved, of what was hinted at or of everything that is followed, and tells the streams concerned.
    private func look(atAll: Bool) async {
        let question = state.withLock { $0.question(aboutAll: atAll) }
        do {
            if !question.outings.isEmpty {
                let moved = try await database.all(.revisions(beyond: question.outings))
                let told = state.withLock { topics in moved.flatMap { topics.publish($0) } }
                tell(told)
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

    /// Each loop gets its streams in slices, between which it does other things.
    private func tell(_ told: [StreamTopics.Telling]) {
        onLoops(told, loop: \.subscription.loop) { telling in
            telling.subscription.revised(telling.outing, telling.event)
        }
    }

    private func beat(at now: ContinuousClock.Instant) -> [StreamSubscription] {
        let (quiet, unchecked) = state.withLock { $0.beat(at: now) }
        open.record(state.withLock(\.count))
        onLoops(quiet, loop: \.loop) { $0.comment() }
        return unchecked
    }

    /// Ends the streams among these, and among those of people who signed out somewhere, whose token no longer holds.
    private func checkSessions(_ unchecked: [StreamSubscription]) async {
        let suspects = suspectSessions.withLock { suspects in
            defer { suspects = [] }
            return suspects
        }
        let streams = unchecked + state.withLock { $0.streams(of: suspects) }
        guard !streams.isEmpty else { return }
        let actors = Array(Set(streams.map(\.actor)))
        do {
            var ended: Set<Actor> = []
            for resolver in resolvers { ended.formUnion(try await resolver.ended(among: actors)) }
            for stream in streams where ended.contains(stream.actor) { stream.close() }
        } catch {
            // The database did not answer; the next look tells.
            suspectSessions.withLock { $0.formUnion(suspects) }
        }
    }
}

/// Does `deed` to each item on its loop, a slice at a time.
func onLoops<Item: Sendable>(
    _ items: [Item], loop: (Item) -> any EventLoop, _ deed: @escaping @Sendable (Item) -> Void
) {
    guard items.count > 1 else {
        for item in items { loop(item).execute { deed(item) } }
        return
    }
    var slices: [ObjectIdentifier: (loop: any EventLoop, items: [Item])] = [:]
    for item in items {
        let loop = loop(item)
        let id = ObjectIdentifier(loop)
        slices[id, default: (loop, [])].items.append(item)
        if slices[id, default: (loop, [])].items.count >= LiveLimits.streamsAtOnce {
            let slice = slices.removeValue(forKey: id)?.items ?? []
            loop.execute { slice.forEach(deed) }
        }
    }
    for (loop, slice) in slices.values { loop.execute { slice.forEach(deed) } }
}
