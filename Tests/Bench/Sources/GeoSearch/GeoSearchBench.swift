import Foundation
import Geo
import GeoSearch
import Logging
import Postgres

/// Part `geosearch`: a world of places that is made here, searched by us, PostGIS and Redis, checked against a plain loop
/// before anything is timed.
///
/// Needs `NOONISH_BENCH_DATABASE_URL` with PostGIS, and `NOONISH_BENCH_REDIS`, the path of Redis' socket.
/// `NOONISH_BENCH_PLACES` is how many places the peers get, a million if unset; `NOONISH_BENCH_GROWTH` lists the
/// numbers of places without peers, `10000,100000,5000000` if unset.
enum GeoSearchBench {
    private static let seed: UInt64 = 20_270_311
    /// Places that questions are asked from; each is asked twice, the second time counts.
    private static let originCount = 1_000
    /// Fewer for peers, which are a thousand times slower.
    private static let peerOriginCount = 100

    static func run() async throws -> [Row] {
        let environment = ProcessInfo.processInfo.environment
        let count = environment["NOONISH_BENCH_PLACES"].flatMap { Int($0) } ?? 1_000_000
        let growth = (environment["NOONISH_BENCH_GROWTH"] ?? "10000,100000,5000000").split(separator: ",")
            .compactMap { Int($0) }
        var rows = try await beside(count, environment)
        for count in growth { rows += try grown(count) }
        return rows
    }

    private static func beside(_ count: Int, _ environment: [String: String]) async throws -> [Row] {
        let maker = PlaceMaker(count: count, seed: seed)
        let places = (0..<count).map(maker.place)
        let (index, buildSeconds) = build(count) { places[$0] }
        let origins = maker.origins(originCount)
        let loop = GeoSearchLoop(places)
        for question in GeoSearchQuestion.all + GeoSearchQuestion.prefixes {
            try loop.check(index, question, at: Array(origins.prefix(3)))
        }
        log("\(count) places answer as a plain loop does")

        let peer = try await PostGISPeer(environment["NOONISH_BENCH_DATABASE_URL"], places)
        let label = "\(count) places: "
        var rows: [Row] = []
        var nearest = Timing()
        for question in GeoSearchQuestion.all {
            let ours = try time(index, question, origins)
            if nearest.isEmpty { nearest = ours }
            guard let condition = question.condition, let goal = question.goal else {
                rows.append(
                    Row(
                        label + question.name, ours.median, "µs", beside: "ours, nearest", nearest.median,
                        atMost: 3))
                continue
            }
            let theirs = try await peer.time(condition, Array(origins.prefix(peerOriginCount)))
            rows.append(
                Row(
                    label + question.name, ours.median, "µs", beside: "PostGIS", theirs.median,
                    timesFaster: goal))
            rows.append(
                Row(label + question.name + ", p99 / p50", ours.percentile99 / ours.median, "x", atMost: 2.5))
        }
        for question in GeoSearchQuestion.prefixes {
            rows.append(
                Row(label + question.name, try time(index, question, origins).median, "µs", atMost: 100))
        }
        rows.append(
            Row("a round trip to PostgreSQL", try await peer.roundTrip().median, "µs", atMost: .infinity))
        await peer.stop()
        rows.append(try redis(environment["NOONISH_BENCH_REDIS"], places, index, origins, nearest))
        rows += try updating(index, maker, origins, label)
        rows += try dishes(maker, origins, label)
        return try rows + storage(index, count, buildSeconds, label)
    }

    /// The same without peers.
    private static func grown(_ count: Int) throws -> [Row] {
        let maker = PlaceMaker(count: count, seed: seed)
        let (index, seconds) = build(count, maker.place)
        let origins = maker.origins(originCount)
        let label = "\(count) places: "
        return try GeoSearchQuestion.all.map {
            Row(label + $0.name, try time(index, $0, origins).median, "µs", atMost: .infinity)
        } + storage(index, count, seconds, label)
    }

    /// - Returns: The index and the seconds that building took, reading texts included, making places not.
    private static func build(_ count: Int, _ place: (Int) -> Place) -> (PlaceIndex, Double) {
        var batch = PlaceBatch()
        var seconds = 0.0
        for start in stride(from: 0, to: count, by: 10_000) {
            let some = (start..<min(start + 10_000, count)).map(place)
            seconds += elapsed { for place in some { batch.add(place) } }
        }
        let index = PlaceIndex()
        seconds += elapsed { index.replaceAll(with: batch) }
        return (index, seconds)
    }

    private static func time(
        _ index: PlaceIndex, _ question: GeoSearchQuestion, _ origins: [Coordinate]
    ) throws -> Timing {
        let queries = origins.map(question.query)
        for query in queries { _ = try index.search(query) }
        var timing = Timing()
        for query in queries { try timing.add { _ = try index.search(query) } }
        return timing
    }

    /// Ten dishes a place in an index of their own, as a server has them, beside places with the same words in their names.
    private static func dishes(_ maker: PlaceMaker, _ origins: [Coordinate], _ label: String) throws -> [Row]
    {
        let placeCount = maker.count / dishesPerPlace
        let (places, _) = build(placeCount, maker.place)
        let (dishes, _) = build(placeCount * dishesPerPlace) { number in
            var dish = maker.place(number / dishesPerPlace)
            let name = maker.place(number)
            (dish.id, dish.name, dish.cuisines) = (name.id, name.name, [])
            dish.cost = UInt64(500 + number % 2_000)
            return dish
        }
        let questions = GeoSearchQuestion.all.filter { $0.name.contains("word") || $0.name.contains("typo") }
        return try questions.map { question in
            Row(
                label + "dishes, " + question.name, try time(dishes, question, origins).median, "µs",
                beside: "places of the same words", try time(places, question, origins).median, atMost: 2)
        } + [
            Row(
                label + "dishes, all nearest thousand",
                try nearestTime(dishes, origins).median, "µs", atMost: 2_000),
            Row(
                label + "dishes, memory of a dish, without texts",
                Double(searchBytes(dishes)) / Double(dishes.count), "B", atMost: 118),
        ]
    }

    private static let dishesPerPlace = 10

    private static func nearestTime(_ index: PlaceIndex, _ origins: [Coordinate]) throws -> Timing {
        var timing = Timing()
        for origin in origins {
            timing.add { _ = index.nearest(PlaceQuery(.around(origin), costs: 0...1_500)) }
        }
        return timing
    }

    /// The nearest while another thread changes ten places a hundred times a second.
    private static func updating(
        _ index: PlaceIndex, _ maker: PlaceMaker, _ origins: [Coordinate], _ label: String
    ) throws -> [Row] {
        let isOver = Flag()
        let writer = Thread {
            var number = 0
            while !isOver.isSet {
                let moved = (number..<(number + 10)).map { number in
                    var place = maker.place(number % maker.count)
                    place.rating = PlaceRating(value: 4.4, count: number % 1_000)
                    return place
                }
                index.apply(upserts: moved)
                number += 10
                Thread.sleep(forTimeInterval: 0.01)
            }
        }
        writer.start()
        defer { isOver.set() }
        return try GeoSearchQuestion.all.prefix(2).map { question in
            let timing = try time(index, question, origins)
            return Row(
                label + question.name + ", p99 / p50 while places change",
                timing.percentile99 / timing.median, "x",
                atMost: 2.5)
        }
    }

    private static func storage(_ index: PlaceIndex, _ count: Int, _ seconds: Double, _ label: String) throws
        -> [Row]
    {
        let search = searchBytes(index)
        let text = index.footprint.values.reduce(0, +) - search
        let path = FileManager.default.temporaryDirectory.appending(path: "geosearch-\(UUID().uuidString)")
            .path()
        defer { try? FileManager.default.removeItem(atPath: path) }
        _ = FileManager.default.createFile(atPath: path, contents: nil)
        let file = try FileHandle(forWritingTo: URL(filePath: path))
        try index.save { try file.write(contentsOf: $0) }
        try file.close()
        let copy = PlaceIndex()
        let loading = try elapsed { copy.replaceAll(with: try MappedFile.image(path)) }
        return [
            Row(label + "memory a place, without texts", Double(search) / Double(count), "B", atMost: 110),
            Row(
                label + "texts a place, in the mapped file", Double(text) / Double(count), "B",
                atMost: .infinity),
            Row(
                label + "build, reading texts included", seconds, "s", atMost: 3.6 * Double(count) / 1_000_000
            ),
            Row(label + "load from file", loading, "s", atMost: 0.2 * max(1, Double(count) / 1_000_000)),
        ]
    }

    /// Memory without the texts of places.
    private static func searchBytes(_ index: PlaceIndex) -> Int {
        let texts: Set = ["records", "recordStarts"]
        return index.footprint.filter { !texts.contains($0.key) }.values.reduce(0, +)
    }

    private static func redis(
        _ path: String?, _ places: [Place], _ index: PlaceIndex, _ origins: [Coordinate], _ ours: Timing
    ) throws -> Row {
        guard let path else { throw PostgresBench.NoDatabase() }
        let client = try RedisClient(path: path)
        // Redis supports latitudes up to 85.05 degrees; all generated places are within.
        for start in stride(from: 0, to: places.count, by: 5_000) {
            _ = try client.ask(
                places[start..<min(start + 5_000, places.count)].map { place in
                    [
                        "GEOADD", "places", "\(place.coordinate.longitude)", "\(place.coordinate.latitude)",
                        place.id.uuidString,
                    ]
                })
        }
        var theirs = Timing()
        for origin in origins.prefix(peerOriginCount) {
            // It requires a radius, so it gets the best possible one: that of the result.
            let last = try index.search(PlaceQuery(.around(origin))).hits.last?.metres ?? 0
            let command = [
                "GEOSEARCH", "places", "FROMLONLAT", "\(origin.longitude)", "\(origin.latitude)", "BYRADIUS",
                "\(last * 1.01 + 10)", "m", "ASC", "COUNT", "20",
            ]
            try theirs.add { _ = try client.ask([command]) }
        }
        return Row(
            "\(places.count) places: nearest, no text", ours.median, "µs", beside: "Redis, told the radius",
            theirs.median, timesFaster: 1)
    }

    static func log(_ text: String) { FileHandle.standardError.write(Data("noonish-bench: \(text)\n".utf8)) }
}
