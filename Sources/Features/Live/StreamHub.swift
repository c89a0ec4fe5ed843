package import Access
import AsyncAlgorithms
import Foundation
import HTTPKit
package import Jobs
package import Journal
package import Localization
package import Logging
package import Metrics
import NIOCore
import News
import NoonishAPI
import Orders
package import Postgres
import ServiceLifecycle
import Synchronization

/// All open streams of this process, indexed by what they follow.
///
/// A wake-up only says that something may have changed. The hub then queries the database and notifies the
/// affected streams, so lost, duplicated and late wake-ups are harmless. Once a second it also polls without
/// a wake-up, for a part of the people at a time.
package final class StreamHub: Service {
    let database: any Database
    let logger: Logger
    private let resolvers: [any TokenResolver]
    let catalogue: Catalogue
    let kinds: ChangeRegistry
    private let state = Mutex(StreamTopics())
    private let peopleWithEndedSessions = Mutex<Set<PersonID>>([])
    private let processes: ProcessRegistry?
    private let hinted: AsyncStream<Void>
    private let hint: AsyncStream<Void>.Continuation
    private let open: Gauge

    /// Creates a hub.
    ///
    /// - Parameters:
    ///   - resolvers: Report which sessions have ended.
    ///   - processes: The processes over which a person's streams spread; `nil` for this one only.
    package init(
        database: any Database, catalogue: Catalogue, kinds: ChangeRegistry,
        resolvers: [any TokenResolver] = [], processes: ProcessRegistry? = nil,
        logger: Logger, metrics: any MetricsFactory = NOOPMetricsHandler.instance
    ) {
        self.database = database
        self.catalogue = catalogue
        self.kinds = kinds
        self.resolvers = resolvers
        self.logger = logger
        self.processes = processes
        open = Gauge(label: "update_streams_open", dimensions: [], factory: metrics)
        (hinted, hint) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Opens a stream for `actor`, who acts for `person`. It follows their inbox, `outings` and `boards`.
    ///
    /// - Parameters:
    ///   - person: `nil` for a device, which has no inbox.
    ///   - followsNew: Whether the stream also follows outings that are added later.
    ///   - languages: The `Accept-Language` header, used if the person has chosen no language.
    ///   - loop: The event loop of the connection.
    /// - Throws: 429 if the person has too many open streams; 503 while the process shuts down.
    func subscribe(
        _ actor: Actor, _ person: PersonID?, to outings: [OutingID], boards: [RestaurantID] = [],
        followsNew: Bool, from start: StreamStart, guestOf: OutingID?, languages: String? = nil,
        on loop: any EventLoop
    ) throws(Problem) -> StreamSubscription {
        let subscription = StreamSubscription(
            actor, person, boards: boards, start: start, guestOf: guestOf, languages: languages, loop: loop,
            hub: self)
        let limit = LiveLimits.streamsPerPerson(sharedBy: processes?.serverCount ?? 1)
        let known = try state.withLock { topics throws(Problem) in
            try topics.add(subscription, outings, followsNew: followsNew, limit: limit, at: .now)
        }
        write(known)
        hint.yield()
        return subscription
    }

    func unsubscribe(_ subscription: StreamSubscription) {
        state.withLock { $0.remove(subscription) }
    }

    /// Queues a stream that is behind and writable.
    func enqueue(_ subscription: StreamSubscription) {
        state.withLock { $0.enqueue(subscription) }
        hint.yield()
    }

    func takeReady() -> [StreamSubscription] {
        state.withLock { $0.takeReady(atMost: LiveLimits.readBatch) }
    }

    /// Queues streams without waking the hub, so that they are retried at the next poll.
    func retryLater(_ subscriptions: [StreamSubscription]) {
        state.withLock { topics in
            for subscription in subscriptions { topics.enqueue(subscription) }
        }
    }

    func follow(_ outings: some Sequence<OutingID>, by subscription: StreamSubscription) {
        state.withLock { $0.follow(outings, by: subscription) }
        hint.yield()
    }

    /// Handles a wake-up that these outings have changed.
    func outingsDidChange(_ outings: some Sequence<OutingID>) {
        let concerns = state.withLock { $0.markForCheck(outings: outings) }
        if concerns { hint.yield() }
    }

    /// Handles a wake-up that these people's inboxes have grown.
    func inboxesDidGrow(_ people: some Sequence<PersonID>) {
        let concerns = state.withLock { $0.markForCheck(people: people) }
        if concerns { hint.yield() }
    }

    /// Handles a wake-up that orders on the boards of these venues have changed.
    func boardsDidChange(_ venues: some Sequence<RestaurantID>) {
        let concerns = state.withLock { $0.boards.markForCheck(venues) }
        if concerns { hint.yield() }
    }

    /// Handles a wake-up that sessions of these people may have ended.
    func signedOut(_ people: some Sequence<PersonID>) {
        peopleWithEndedSessions.withLock { $0.formUnion(people) }
        hint.yield()
    }

    /// Starts the shutdown: refuses new streams and closes the open ones soon.
    func beginDraining() {
        state.withLock { $0.isDraining = true }
        hint.yield()
    }

    package func run() async throws {
        var lastPoll = ContinuousClock.now
        let beats = AsyncTimerSequence(interval: LiveLimits.poll, clock: .continuous).map { _ in }
        for await _ in merge(hinted, beats).cancelOnGracefulShutdown() {
            let now = ContinuousClock.now
            let isBeat = now - lastPoll >= LiveLimits.poll
            if isBeat { lastPoll = now }
            await queryChanges(ofEverything: isBeat)
            await writeUpdates()
            await checkSessions(isBeat ? beat(at: now) : [])
            if state.withLock(\.isDraining) { await closeAll() }
        }
        await closeAll()
    }

    /// Closes every stream, spread over ``LiveLimits/drain`` so that clients do not all reconnect to the next
    /// process at once.
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

    /// Queries the database for changes and notifies the affected streams.
    ///
    /// - Parameter ofEverything: Whether to check everything that streams follow, and not only what had a wake-up.
    private func queryChanges(ofEverything: Bool) async {
        let (question, boards) = state.withLock { topics in
            (topics.question(aboutAll: ofEverything), topics.boards.question(aboutAll: ofEverything))
        }
        do {
            if !boards.isEmpty {
                let revisions = try await database.all(.boardRevisions(of: boards))
                write(state.withLock { topics in revisions.flatMap { topics.boards.publish($0) } })
            }
            if !question.outings.isEmpty {
                let moved = try await database.all(.revisions(beyond: question.outings))
                let events = state.withLock { topics in moved.flatMap { topics.publish($0) } }
                write(events)
            }
            if !question.people.isEmpty {
                let grown = try await database.all(.inboxes(beyond: question.people))
                state.withLock { topics in
                    for end in grown { topics.publish(end) }
                }
            }
        } catch {
            logger.warning("cannot query changes for open streams", metadata: ["error": "\(error)"])
        }
    }

    /// Writes revisions to streams, in slices on each event loop so that the loop can handle other events in
    /// between.
    private func write(_ events: [StreamTopics.RevisionEvent]) {
        onLoops(events, loop: \.subscription.loop) { revision in
            revision.subscription.writeRevision(revision.topic, revision.event)
        }
    }

    private func beat(at now: ContinuousClock.Instant) -> [StreamSubscription] {
        let (quiet, unchecked) = state.withLock { $0.beat(at: now) }
        open.record(state.withLock(\.count))
        onLoops(quiet, loop: \.loop) { $0.comment() }
        return unchecked
    }

    /// Closes streams whose token is no longer valid, among `unchecked` and the streams of people who may
    /// have signed out.
    private func checkSessions(_ unchecked: [StreamSubscription]) async {
        let suspects = peopleWithEndedSessions.withLock { suspects in
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
            // The database did not answer; the next run checks them.
            peopleWithEndedSessions.withLock { $0.formUnion(suspects) }
        }
    }
}

/// Runs `action` for each item on the item's event loop, one slice at a time.
func onLoops<Item: Sendable>(
    _ items: [Item], loop: (Item) -> any EventLoop, _ action: @escaping @Sendable (Item) -> Void
) {
    guard items.count > 1 else {
        for item in items { loop(item).execute { action(item) } }
        return
    }
    var slices: [ObjectIdentifier: (loop: any EventLoop, items: [Item])] = [:]
    for item in items {
        let loop = loop(item)
        let id = ObjectIdentifier(loop)
        slices[id, default: (loop, [])].items.append(item)
        if slices[id, default: (loop, [])].items.count >= LiveLimits.loopSlice {
            let slice = slices.removeValue(forKey: id)?.items ?? []
            loop.execute { slice.forEach(action) }
        }
    }
    for (loop, slice) in slices.values { loop.execute { slice.forEach(action) } }
}
