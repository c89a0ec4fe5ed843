import Foundation
import Geo
import GeoSearch
import Testing

struct PlaceIndexTests {
    @Test(arguments: [0, 1, 2, 17, 300, 1_500], UInt64(1)...2)
    func `every answer equals the answer of a plain loop`(count: Int, seed: UInt64) throws {
        var factory = PlaceFactory(seed: seed &* 1_000 &+ UInt64(count))
        let places = factory.places(count)
        let index = PlaceIndex(places, vocabulary: Vocabulary(PlaceFactory.entries))
        let loop = BruteForce(places: places, entries: PlaceFactory.entries)

        for _ in 0..<(count < 300 ? 1_000 : 500) {
            let query = factory.query()
            let page = try index.search(query)
            let expected = loop.answer(query)
            #expect(
                page.hits.map { BruteForce.Hit(id: $0.place.id, centimetres: $0.centimetres) }
                    == Array(expected.prefix(query.limit)), "\(query)")
            #expect((page.next != nil) == (expected.count > query.limit), "\(query)")
        }
    }

    @Test(arguments: UInt64(1)...40)
    func `paging yields every place exactly once, in order`(seed: UInt64) throws {
        var factory = PlaceFactory(seed: seed)
        let places = factory.places(400)
        let index = PlaceIndex(places, vocabulary: Vocabulary(PlaceFactory.entries))
        var query = factory.query()
        query.limit = factory.pick([7, 20, 50])

        let expected = BruteForce(places: places, entries: PlaceFactory.entries).answer(query).map(\.id)
        #expect(try everyPage(of: query, index).map(\.place.id) == expected)
    }

    @Test(arguments: UInt64(1)...30)
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

    @Test func `a reader sees all of a change or nothing while another task makes changes`() async throws {
        var factory = PlaceFactory(seed: 5)
        var group = factory.places(60)
        let centre = try Coordinate(latitude: 60.17, longitude: 24.94)
        for position in group.indices { group[position].coordinate = centre }
        let index = PlaceIndex(group + factory.places(500, around: 30))
        let generations = (0..<200).map { number in
            group.map { place in
                var place = place
                place.name = "generation \(number)"
                return place
            }
        }

        try await withThrowingTaskGroup { tasks in
            tasks.addTask {
                for generation in generations { index.apply(upserts: generation) }
            }
            tasks.addTask {
                var names: Set<String> = []
                repeat {
                    let page = try index.search(PlaceQuery(.around(centre, radius: 1), limit: 50))
                    names = Set(page.hits.map(\.place.name))
                    #expect(page.hits.count == 50)
                    #expect(
                        names.count == 1 || !names.contains { $0.hasPrefix("generation") },
                        "half a change: \(names)")
                } while names != ["generation 199"]
            }
            try await tasks.waitForAll()
        }
        #expect(index.count == 560)
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
