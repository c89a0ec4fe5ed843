import Foundation
import Geo
import GeoSearch
import Synchronization
import Testing

struct PlaceIndexTests {
    /// Questions of each kind: 2,000 in the long run of `script/test --full`.
    private static let questions = ProcessInfo.processInfo.environment["NOONISH_FULL"] == "1" ? 2_000 : 245

    @Test(arguments: QueryKind.allCases)
    func `every answer equals the answer of a plain loop`(kind: QueryKind) throws {
        let sizes = [0, 1, 2, 17, 300, 300, 1_200]
        for (round, count) in sizes.enumerated() {
            var factory = PlaceFactory(seed: UInt64(round + 1))
            let places = factory.places(count, around: round == 4 ? 0 : 0.02)
            let index = PlaceIndex(places, vocabulary: Vocabulary(PlaceFactory.entries))
            let loop = BruteForce(places: places, entries: PlaceFactory.entries)

            for _ in 0..<(Self.questions / sizes.count + 1) {
                var query = factory.query(kind)
                query.liked = factory.liked(among: places)
                let page = try index.search(query)
                let (expected, suggested) = loop.answers(query)
                #expect(page.hits.map(BruteForce.Hit.init) == Array(expected.prefix(query.limit)), "\(query)")
                #expect((page.next != nil) == (expected.count > query.limit), "\(query)")
                #expect(
                    query.order != .distance
                        || index.nearest(query).map(BruteForce.Hit.init) == Array(expected.prefix(1_000)),
                    "\(query)")
                #expect(
                    index.suggest(query).map(BruteForce.Hit.init)
                        == Array(suggested.prefix(query.limit)), "\(query)")
            }
        }
    }

    @Test(arguments: UInt64(1)...15)
    func `paging yields every place exactly once, in order`(seed: UInt64) throws {
        var factory = PlaceFactory(seed: seed)
        let places = factory.places(400)
        let index = PlaceIndex(places, vocabulary: Vocabulary(PlaceFactory.entries))
        for order in PlaceOrder.allCases {
            var query = factory.query()
            query.order = order
            query.limit = factory.pick([7, 20, 50])
            query.liked = factory.liked(among: places)

            let expected = BruteForce(places: places, entries: PlaceFactory.entries).answer(query).map(\.id)
            #expect(try everyPage(of: query, index).map(\.place.id) == expected, "\(query)")
        }
    }

    @Test(arguments: UInt64(1)...10)
    func `facets count the first places of the answer`(seed: UInt64) throws {
        var factory = PlaceFactory(seed: seed)
        let places = factory.places(700)
        let index = PlaceIndex(places, vocabulary: Vocabulary(PlaceFactory.entries))
        for _ in 0..<5 {
            var query = factory.query()
            query.facets = true

            let facets = try #require(try index.search(query).facets)

            let expected = BruteForce(places: places, entries: PlaceFactory.entries).facets(query)
            #expect(facets.counted == expected.counted)
            #expect(facets.cuisines == expected.cuisines)
            #expect(facets.prices == expected.prices)
            #expect(facets.kinds == expected.kinds && facets.diets == expected.diets)
        }
    }

    @Test func `the next page of a fair search keeps the origins of the first`() throws {
        var factory = PlaceFactory(seed: 6)
        let places = factory.places(200)
        let index = PlaceIndex(places)
        let origin = factory.coordinate(0.02)
        let others = [factory.coordinate(0.02), factory.coordinate(0.02)]
        let query = PlaceQuery(.around(origin, others: others), order: .fair, limit: 20)
        let cursor = try #require(try index.search(query).next)

        let later = try index.search(
            PlaceQuery(
                .around(origin, others: [factory.coordinate(40)]), order: .fair, limit: 20, cursor: cursor))

        let expected = BruteForce(places: places, entries: []).answer(query)
        #expect(later.hits.map(\.id) == expected[20..<40].map(\.id))
    }

    @Test(arguments: UInt64(1)...12)
    func `after any changes the answers are those of an index made anew`(seed: UInt64) throws {
        var factory = PlaceFactory(seed: seed)
        let index = PlaceIndex(vocabulary: Vocabulary(PlaceFactory.entries))
        var places: [UUID: Place] = [:]

        for _ in 0..<25 {
            let new = factory.places(factory.pick([0, 1, 3, 40]))
            let moved = places.values.sorted { $0.id < $1.id }.prefix(factory.pick([0, 1, 20])).map { place in
                var place = place
                place.coordinate = factory.coordinate(0.02)
                place.name = factory.name()
                return place
            }
            let removed = places.keys.sorted().suffix(factory.pick([0, 1, 15]))
            index.apply(upserts: new + moved, removals: Array(removed))
            for place in new + moved { places[place.id] = place }
            for id in removed { places[id] = nil }

            let loop = BruteForce(places: Array(places.values), entries: PlaceFactory.entries)
            #expect(index.count == places.count)
            for _ in 0..<8 {
                let query = factory.query()
                #expect(
                    try index.search(query).hits.map(\.place.id)
                        == loop.answer(query).prefix(query.limit).map(\.id), "\(query)")
            }
        }
    }

    @Test func `while places change, each answer is that of some moment between its question and its end`()
        async throws
    {
        var factory = PlaceFactory(seed: 5)
        var places = factory.places(60)
        let index = PlaceIndex(places, vocabulary: Vocabulary(PlaceFactory.entries))
        // Each moment and the change that leads to it.
        var moments = [BruteForce(places: places, entries: PlaceFactory.entries)]
        var changes: [(upserts: [Place], removals: [UUID])] = []
        for _ in 0..<40 {
            var moved = Array(places.shuffled(using: &factory.generator).prefix(20))
            for position in moved.indices { moved[position].coordinate = factory.coordinate(0.02) }
            let new = factory.places(5)
            let removed = Array(places.map(\.id).shuffled(using: &factory.generator).prefix(5))
            let changed = Dictionary(uniqueKeysWithValues: moved.map { ($0.id, $0) })
            places = places.map { changed[$0.id] ?? $0 }.filter { !removed.contains($0.id) } + new
            changes.append((moved + new, removed))
            moments.append(BruteForce(places: places, entries: PlaceFactory.entries))
        }
        let progress = Progress()

        try await withThrowingTaskGroup {
            [moments, changes] (tasks: inout ThrowingTaskGroup<Void, any Error>) in
            tasks.addTask {
                for (number, change) in changes.enumerated() {
                    progress.begun.store(number + 1, ordering: .sequentiallyConsistent)
                    index.apply(upserts: change.upserts, removals: change.removals)
                    progress.made.store(number + 1, ordering: .sequentiallyConsistent)
                    // Some search runs between any two changes; after the last one there may be none.
                    if number + 1 == changes.count { return }
                    let before = progress.asked.load(ordering: .sequentiallyConsistent)
                    while progress.asked.load(ordering: .sequentiallyConsistent) == before {
                        await Task.yield()
                    }
                }
            }
            for seed in UInt64(1)...2 {
                tasks.addTask {
                    var factory = PlaceFactory(seed: seed)
                    while progress.made.load(ordering: .sequentiallyConsistent) < changes.count {
                        let query = factory.query()
                        let first = progress.made.load(ordering: .sequentiallyConsistent)
                        let hits = try index.search(query).hits.map(BruteForce.Hit.init)
                        let last = progress.begun.load(ordering: .sequentiallyConsistent)
                        let answers = (first...last).lazy.map {
                            Array(moments[$0].answer(query).prefix(query.limit))
                        }
                        #expect(answers.contains(hits), "no moment from \(first) to \(last): \(query)")
                        progress.asked.add(1, ordering: .sequentiallyConsistent)
                        // There may be no more threads than askers: the writer needs one too.
                        await Task.yield()
                    }
                }
            }
            try await tasks.waitForAll()
        }
        #expect(index.count == places.count)
    }

    @Test func `paging while places change neither misses nor repeats one that stays`() throws {
        var factory = PlaceFactory(seed: 8)
        let places = factory.places(300)
        let index = PlaceIndex(places)
        let stable = Set(places.prefix(150).map(\.id))
        var query = PlaceQuery(.around(try Coordinate(latitude: 60.17, longitude: 24.94)), limit: 20)

        var seen: [UUID] = []
        repeat {
            let page = try index.search(query)
            seen += page.hits.map(\.place.id)
            query.cursor = page.next
            index.apply(
                upserts: factory.places(5), removals: [factory.pick(Array(places.suffix(150))).id])
        } while query.cursor != nil

        #expect(seen.filter(stable.contains).count == stable.count)
        #expect(Set(seen).count == seen.count)
    }

    @Test func `nobody pages deeper than the limit`() throws {
        var factory = PlaceFactory(seed: 3)
        let index = PlaceIndex(factory.places(1_200))

        let all = try everyPage(of: PlaceQuery(.around(factory.coordinate(1)), limit: 50), index)

        #expect(all.count == SearchLimits.depth)
    }

    @Test func `a cursor of another query is refused`() throws {
        var factory = PlaceFactory(seed: 4)
        let index = PlaceIndex(factory.places(50))
        let origin = factory.coordinate(1)
        let cursor = try #require(try index.search(PlaceQuery(.around(origin))).next)

        #expect(throws: PlaceQueryFault.cursorOfAnotherQuery) {
            try index.search(PlaceQuery(.around(origin), text: "pizza", cursor: cursor))
        }
    }

    @Test func `a cursor survives as text, and no other text is a cursor`() throws {
        var factory = PlaceFactory(seed: 4)
        let index = PlaceIndex(factory.places(50))
        let cursor = try #require(try index.search(PlaceQuery(.around(factory.coordinate(1)))).next)

        #expect(PlaceCursor(cursor.description) == cursor)
        for text in [
            "", "x", "====", String(cursor.description.dropLast(3)), cursor.description + "AAAA", "ä",
        ] {
            #expect(PlaceCursor(text) == nil)
        }
    }

    private func everyPage(of query: PlaceQuery, _ index: PlaceIndex) throws -> [PlaceHit] {
        var query = query
        var hits: [PlaceHit] = []
        repeat {
            let page = try index.search(query)
            hits += page.hits
            query.cursor = page.next
        } while query.cursor != nil
        return hits
    }
}

extension BruteForce.Hit {
    init(_ hit: PlaceHit) { self.init(id: hit.id, centimetres: hit.centimetres) }
}

/// How far a test's tasks are.
private final class Progress: Sendable {
    /// Changes that were begun, and that were made.
    let begun = Atomic(0)
    let made = Atomic(0)
    /// Questions that were answered.
    let asked = Atomic(0)
}
