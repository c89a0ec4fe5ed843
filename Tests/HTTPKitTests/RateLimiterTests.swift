import HTTPKit
import HTTPTypes
import NIOCore
import Testing

@Suite struct RateLimiterTests {
    private let start = ContinuousClock.now
    private let policy = RatePolicy("search", capacity: 4, refillPerSecond: 2)

    @Test func `lets a burst through, then as many as flow in`() {
        let limiter = RateLimiter(policy)

        let burst = (0..<6).map { _ in limiter.take("ada", at: start).isAllowed }
        let other = limiter.take("bo", at: start).isAllowed
        let soon = limiter.take("ada", at: start + .milliseconds(499)).isAllowed
        let later = limiter.take("ada", at: start + .milliseconds(500)).isAllowed
        let rested = (0..<6).map { _ in limiter.take("ada", at: start + .seconds(60)).isAllowed }

        #expect(burst == [true, true, true, true, false, false])
        #expect(other)
        #expect(!soon)
        #expect(later)
        #expect(rested == [true, true, true, true, false, false])
    }

    @Test func `each of four processes lets a quarter through, and one request always`() {
        let limiter = RateLimiter(policy, processCount: { 4 })
        let crowded = RateLimiter(policy, processCount: { 100 })

        #expect((0..<2).map { _ in limiter.take("ada", at: start).isAllowed } == [true, false])
        #expect(!limiter.take("ada", at: start + .milliseconds(1_999)).isAllowed)
        #expect(limiter.take("ada", at: start + .seconds(2)).isAllowed)
        #expect((0..<2).map { _ in crowded.take("ada", at: start).isAllowed } == [true, false])
    }

    @Test func `says how many are left and when to come back`() throws {
        let limiter = RateLimiter(policy)

        let first = limiter.take("ada", at: start)
        for _ in 0..<3 { _ = limiter.take("ada", at: start) }
        let refused = limiter.take("ada", cost: 3, at: start)
        let problem = try #require(throws: Problem.self) { try refused.require() }

        #expect(first.headers[HTTPField.Name("RateLimit-Policy")!] == #""search";q=4;w=2"#)
        #expect(first.headers[HTTPField.Name("RateLimit")!] == #""search";r=3;t=1"#)
        #expect(throws: Never.self) { try first.require() }
        #expect(problem.status == .tooManyRequests)
        #expect(problem.headers[.retryAfter] == "2")
        #expect(problem.headers[HTTPField.Name("RateLimit")!] == #""search";r=0;t=2"#)
    }

    @Test func `a cost that is charged afterwards is paid before the next request`() {
        let limiter = RateLimiter(policy)

        limiter.charge("ada", cost: 7, at: start)
        let soon = limiter.take("ada", at: start + .milliseconds(1_999)).isAllowed
        let later = limiter.take("ada", at: start + .seconds(2)).isAllowed

        #expect(!soon)
        #expect(later)
    }

    @Test func `is not fooled by a clock that goes back`() {
        let limiter = RateLimiter(policy)

        for _ in 0..<4 { _ = limiter.take("ada", at: start) }
        let earlier = limiter.take("ada", at: start - .seconds(100)).isAllowed
        let again = limiter.take("ada", at: start).isAllowed

        #expect(!earlier)
        #expect(!again)
    }

    @Test func `forgets who has rested, remembers who has not, and never holds more than it may`() {
        let limiter = RateLimiter(policy, keys: 100)

        for index in 0..<10_000 { _ = limiter.take("key \(index)", at: start) }
        let many = limiter.count
        for _ in 0..<4 { _ = limiter.take("ada", at: start) }
        for second in 1...10 { _ = limiter.take("other \(second)", at: start + .seconds(second * 3)) }

        #expect(many <= 200)
        #expect(limiter.count <= 3)
    }

    @Test func `a bucket in use outlives the turn of generations`() {
        let limiter = RateLimiter(policy)
        var allowed = 0

        for step in 0..<100 where limiter.take("ada", at: start + .milliseconds(step * 100)).isAllowed {
            allowed += 1
        }

        #expect((22...24).contains(allowed))
    }

    @Test(arguments: [
        ("192.0.2.7", "192.0.2.7"), ("2001:db8:1:2:3:4:5:6", "20:1:d:b8:0:1:0:2/64"),
        ("2001:db8:1:2::1", "20:1:d:b8:0:1:0:2/64"), ("::ffff:192.0.2.7", "192.0.2.7"),
    ])
    func `takes a network of IPv6 for one caller`(address: String, key: String) throws {
        #expect(PeerAddress.limitKey(try SocketAddress(ipAddress: address, port: 1)) == key)
    }

    @Test(arguments: [
        ("192.0.2.7", "192.0.2.0/24"), ("2001:db8:1:2:3:4:5:6", "2001:db8:1::/48"),
        ("::ffff:192.0.2.7", "192.0.2.0/24"), ("127.0.0.1", "machine"), ("::1", "machine"),
    ])
    func `cuts an address to a network that many share`(address: String, network: String) throws {
        #expect(PeerAddress.network(of: try SocketAddress(ipAddress: address, port: 1)) == network)
    }

    @Test(arguments: [
        ("127.0.0.1", true), ("127.9.9.9", true), ("::1", true), ("::ffff:127.0.0.1", true),
        ("10.0.0.1", false),
        ("::2", false), ("128.0.0.1", false),
    ])
    func `knows this machine`(address: String, isLoopback: Bool) throws {
        #expect(PeerAddress.isLoopback(try SocketAddress(ipAddress: address, port: 1)) == isLoopback)
        #expect(!PeerAddress.isLoopback(nil))
    }
}
