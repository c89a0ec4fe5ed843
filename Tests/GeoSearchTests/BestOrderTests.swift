import Foundation
import Geo
import GeoSearch
import Testing

/// What `best` puts first, in cases that people agree on.
struct BestOrderTests {
    private let here: Coordinate
    private let states: OpenStates
    /// Patterns of ``states``.
    private let open: UInt32 = 0
    private let closed: UInt32 = 1

    init() throws {
        here = try Coordinate(latitude: 60.17, longitude: 24.94)
        var states = OpenStates(at: Date(timeIntervalSince1970: 1_800_000_000), patternCount: 2)
        states[0] = .open
        states[1] = .closed
        self.states = states
    }

    private func place(
        _ name: String, metres: Double, stars: Double? = nil, voices: Int = 200, hours: UInt32? = nil
    ) throws -> Place {
        let north = try Coordinate(latitude: here.latitude + metres / 111_195, longitude: here.longitude)
        return Place(
            id: UUID(), coordinate: north, name: name,
            rating: stars.map { PlaceRating(value: $0, count: voices) }, hoursPattern: hours ?? open)
    }

    private func order(_ places: [Place], text: String = "") throws -> [String] {
        let query = PlaceQuery(.around(here), text: text, openAt: states, order: .best)
        return try PlaceIndex(places).search(query).hits.map(\.place.name)
    }

    @Test func `of two alike the nearer comes first`() throws {
        #expect(
            try order([place("far", metres: 900, stars: 4), place("near", metres: 300, stars: 4)]) == [
                "near", "far",
            ])
    }

    @Test func `a much better place is worth a few steps, but not a day's walk`() throws {
        let good = try place("good", metres: 400, stars: 4.8)
        let poor = try place("poor", metres: 200, stars: 2.5)

        #expect(try order([poor, good]) == ["good", "poor"])
        #expect(try order([poor, place("good", metres: 8_000, stars: 4.8)]) == ["poor", "good"])
    }

    @Test func `one enthusiast weighs less than two hundred content guests`() throws {
        #expect(
            try order([
                place("one voice", metres: 300, stars: 5, voices: 1),
                place("many voices", metres: 300, stars: 4.5, voices: 200),
            ]) == ["many voices", "one voice"])
    }

    @Test func `an unrated place stands between a good and a bad one`() throws {
        #expect(
            try order([
                place("bad", metres: 300, stars: 2), place("unrated", metres: 300),
                place("good", metres: 300, stars: 4.5),
            ]) == ["good", "unrated", "bad"])
    }

    @Test(arguments: [0.0, 30, 500, 20_000, 2_000_000])
    func `of two that differ in hours alone the open one comes first, then the unknown`(metres: Double) throws
    {
        #expect(
            try order([
                place("unknown", metres: metres, stars: 4, hours: Place.unknownHours),
                place("closed", metres: metres, stars: 4, hours: closed),
                place("open", metres: metres, stars: 4, hours: open),
            ]) == ["open", "unknown", "closed"])
    }

    @Test func `a name begun like the text comes before one that is spelt differently`() throws {
        #expect(
            try order([place("Pizza", metres: 300), place("Pizzeria", metres: 310)], text: "pizze")
                == ["Pizzeria", "Pizza"])
    }

    @Test func `what the asker likes comes nearer, and is still not worth a day's walk`() throws {
        func order(_ liked: Place, _ others: [Place]) throws -> [String] {
            let query = PlaceQuery(.around(here), openAt: states, liked: [liked.id], order: .best)
            return try PlaceIndex([liked] + others).search(query).hits.map(\.place.name)
        }
        let other = try place("other", metres: 300, stars: 4)

        #expect(try order(place("liked", metres: 500, stars: 4), [other]) == ["liked", "other"])
        #expect(try order(place("liked", metres: 5_000, stars: 4), [other]) == ["other", "liked"])
    }
}
