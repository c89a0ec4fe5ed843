import Caching
import Testing

@Suite struct BoundedCacheTests {
    @Test func `what was used last stays when the cache is full`() {
        let cache = BoundedCache<Int, String>("test_cache", bytes: 60)
        for key in 1...3 { cache.insert("\(key)", for: key, size: 10) }
        cache.insert("4", for: 4, size: 10)
        #expect(cache[1] == "1")

        for key in 5...7 { cache.insert("\(key)", for: key, size: 10) }

        #expect(cache.values(of: [1, 2, 3, 6, 7]).keys.sorted() == [1, 6, 7])
    }

    @Test func `a new value replaces the former one, also in its size`() {
        let cache = BoundedCache<Int, String>("test_cache", bytes: 60)
        cache.insert("kept", for: 1, size: 10)

        for number in 1...10 { cache.insert("\(number)", for: 2, size: 20) }

        #expect(cache[1] == "kept")
        #expect(cache[2] == "10")
    }

    @Test func `a value that is larger than half of the cache is not kept, nor what it replaces`() {
        let cache = BoundedCache<Int, String>("test_cache", bytes: 60)
        cache.insert("small", for: 1, size: 30)

        cache.insert("large", for: 1, size: 31)

        #expect(cache[1] == nil)
    }

    @Test func `a cache of no bytes keeps nothing`() {
        let cache = BoundedCache<Int, String>("test_cache", bytes: 0)

        cache.insert("one", for: 1, size: 1)

        #expect(cache[1] == nil)
    }
}
