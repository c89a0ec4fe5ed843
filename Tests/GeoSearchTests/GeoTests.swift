import Geo
import Testing

struct GeoTests {
    @Test(arguments: [
        // Known great-circle distances on a sphere of the mean radius, in kilometres.
        (0.0, 0.0, 0.0, 90.0, 10_007.557), (90.0, 0.0, -90.0, 0.0, 20_015.115),
        (0.0, 179.5, 0.0, -179.5, 111.195),
        (60.1699, 24.9384, 60.1699, 24.9384, 0), (36.12, -86.67, 33.94, -118.40, 2_886.448),
        (90.0, 10.0, 90.0, 170.0, 0),
    ])
    func `distances are those of the sphere`(_ a: Double, _ b: Double, _ c: Double, _ d: Double, km: Double)
        throws
    {
        let from = try Coordinate(latitude: a, longitude: b)
        let to = try Coordinate(latitude: c, longitude: d)

        #expect(abs(from.distance(to: to) / 1_000 - km) < 0.001)
        #expect(from.distance(to: to) == to.distance(to: from))
    }

    @Test func `a coordinate out of range is refused, and 180 is -180`() throws {
        #expect(throws: Coordinate.ValidationError.latitude(90.1)) {
            try Coordinate(latitude: 90.1, longitude: 0)
        }
        #expect(throws: Coordinate.ValidationError.longitude(-181)) {
            try Coordinate(latitude: 0, longitude: -181)
        }
        #expect(throws: Coordinate.ValidationError.self) { try Coordinate(latitude: .nan, longitude: 0) }
        #expect(try Coordinate(latitude: 0, longitude: 180) == Coordinate(latitude: 0, longitude: -180))
    }

    @Test(arguments: [
        "", "1", "1,2,3", "1,", "91,0", "0,181", "nan,0", "inf,0", "0x1,2", "1e1,2", "a,b", "1 ,2",
    ])
    func `text that is no coordinate is nil`(text: String) {
        #expect(Coordinate(text: text) == nil)
    }

    @Test func `text of latitude and longitude is a coordinate`() throws {
        #expect(
            Coordinate(text: "60.1699,-24.9384") == (try Coordinate(latitude: 60.1699, longitude: -24.9384)))
    }

    @Test(arguments: UInt64(1)...20)
    func `a box around a circle holds every point of the circle`(seed: UInt64) throws {
        var factory = PlaceFactory(seed: seed)
        let center = factory.coordinate(40)
        for radius in [0, 1, 500, 50_000, 3_000_000, 12_000_000] as [Double] {
            let box = BoundingBox(around: center, radius: radius)
            for _ in 0..<300 {
                let point = factory.coordinate(factory.pick([0.001, 1, 40]))
                if center.distance(to: point) <= radius {
                    #expect(box.contains(point), "\(center) \(radius) \(point)")
                }
            }
        }
    }

    @Test func `a box across the 180° meridian holds both sides and no more`() throws {
        let box = try #require(BoundingBox(text: "-20,170,-10,-170"))

        #expect(box.contains(try Coordinate(latitude: -15, longitude: 175)))
        #expect(box.contains(try Coordinate(latitude: -15, longitude: -175)))
        #expect(box.contains(try Coordinate(latitude: -15, longitude: 180)))
        #expect(!box.contains(try Coordinate(latitude: -15, longitude: 0)))
        #expect(box.center.longitude == -180)
        #expect(
            try BoundingBox(south: 0, west: 170, north: 1, east: 180).contains(
                Coordinate(latitude: 0, longitude: 180)))
    }

    @Test(arguments: ["", "1,2,3", "10,0,5,1", "-91,0,0,1", "0,-181,1,1", "a,b,c,d"])
    func `text that is no box is nil`(text: String) {
        #expect(BoundingBox(text: text) == nil)
    }
}
