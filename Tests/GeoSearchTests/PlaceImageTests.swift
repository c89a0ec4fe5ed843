import Foundation
import Geo
import GeoSearch
import Testing

struct PlaceImageTests {
    /// The bytes of an index.
    private func save(_ index: PlaceIndex, note: [UInt8] = []) -> [UInt8] {
        var bytes: [UInt8] = []
        index.save(note: note) { bytes.append(contentsOf: $0) }
        return bytes
    }

    /// Reads bytes as a mapped file is read.
    private func image(_ bytes: [UInt8]) throws -> PlaceImage {
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 64)
        memory.copyBytes(from: bytes)
        let address = UInt(bitPattern: memory.baseAddress)
        return try PlaceImage(UnsafeRawBufferPointer(memory)) {
            UnsafeMutableRawPointer(bitPattern: address)?.deallocate()
        }
    }

    @Test(arguments: [0, 1, 17, 900])
    func `a saved index answers as before, with its note`(count: Int) throws {
        var factory = PlaceFactory(seed: UInt64(count))
        let places = factory.places(count)
        let index = PlaceIndex(places, vocabulary: Vocabulary(PlaceFactory.entries))
        index.apply(upserts: factory.places(count / 10), removals: places.prefix(count / 5).map(\.id))
        let copy = PlaceIndex(vocabulary: Vocabulary(PlaceFactory.entries))

        let image = try image(save(index, note: [1, 2, 3]))
        copy.replaceAll(with: image)

        #expect(image.note == [1, 2, 3])
        #expect(copy.count == index.count)
        for _ in 0..<60 {
            let query = factory.query()
            #expect(try copy.search(query).hits.map(\.place) == index.search(query).hits.map(\.place))
        }
        let new = factory.places(3)
        copy.apply(upserts: new)
        #expect(copy.count == index.count + 3)
    }

    @Test func `a changed bit anywhere, or a missing end, is noticed`() throws {
        var factory = PlaceFactory(seed: 1)
        let bytes = save(PlaceIndex(factory.places(40)), note: [7])

        for _ in 0..<200 {
            var changed = bytes
            changed[Int.random(in: 0..<bytes.count, using: &factory.generator)] ^=
                1 << factory.pick([0, 3, 7])
            #expect(throws: PlaceImageFault.self) { try image(changed) }
        }
        for length in [0, 7, 24, 500, bytes.count - 64, bytes.count - 1] {
            #expect(throws: PlaceImageFault.self) { try image(Array(bytes.prefix(length))) }
        }
        #expect(throws: PlaceImageFault.unknownFormat) {
            try image(Array("a text of another kind, long enough to be looked at".utf8) + bytes)
        }
    }
}
