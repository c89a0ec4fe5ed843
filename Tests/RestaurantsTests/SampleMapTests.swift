import Foundation
import TestSupport
import Testing

@testable import Restaurants

/// The map of the sample city, which `script/sample-map` makes.
@Suite struct SampleMapTests {
    @Test func `it has every street and quarter of the sample's addresses`() throws {
        let folder = Repository.path("config/map/sample")
        let names = try FileManager.default.subpathsOfDirectory(atPath: folder)
        let tiles = try names.filter { $0.hasSuffix(".pbf") }.map {
            try Data(contentsOf: URL(filePath: "\(folder)/\($0)"))
        }
        let streets = SampleCity.restaurants.compactMap { $0.street?.split(separator: " ").dropLast() }
            .map { $0.joined(separator: " ") }
        let quarters = SampleCity.restaurants.compactMap(\.area)

        let missing = Set(streets + quarters).filter { name in
            !tiles.contains { $0.firstRange(of: Data(name.utf8)) != nil }
        }

        #expect(missing == [])
        #expect(tiles.allSatisfy { $0.count < 20_000 })
    }
}
