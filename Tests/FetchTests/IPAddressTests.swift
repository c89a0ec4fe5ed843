import Fetch
import Testing

@Suite struct `An IP address` {
    /// First and last address of every range that is not the public Internet, and what tunnels into such a range.
    static let special = [
        "0.0.0.0", "0.255.255.255", "10.0.0.0", "10.255.255.255", "100.64.0.0", "100.127.255.255",
        "127.0.0.1",
        "127.255.255.255", "169.254.0.0", "169.254.169.254", "169.254.255.255", "172.16.0.0",
        "172.31.255.255",
        "192.0.0.0", "192.0.0.255", "192.0.2.0", "192.0.2.255", "192.88.99.0", "192.88.99.255", "192.168.0.0",
        "192.168.255.255", "198.18.0.0", "198.19.255.255", "198.51.100.0", "198.51.100.255", "203.0.113.0",
        "203.0.113.255", "224.0.0.0", "239.255.255.255", "240.0.0.0", "255.255.255.255",
        "::", "::1", "::7f00:1", "::ffff:127.0.0.1", "::ffff:8.8.8.8", "64:ff9b::808:808", "64:ff9b::7f00:1",
        "64:ff9b:1::1", "64:ff9b:1:ffff:ffff:ffff:ffff:ffff", "100::1", "2001::", "2001:0:4136:e378::1",
        "2001:10::1",
        "2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff", "2001:db8::", "2001:db8:ffff:ffff:ffff:ffff:ffff:ffff",
        "2002:7f00:1::", "2002:808:808::1", "2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "3fff::1",
        "3fff:fff::1",
        "5f00::1", "fc00::", "fdff:ffff::1", "fe80::1", "febf::1", "fec0::1", "ff00::", "ff02::1",
        "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
    ]

    /// The neighbours of those ranges.
    static let ordinary = [
        "1.0.0.0", "8.8.8.8", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0", "126.255.255.255",
        "128.0.0.0", "169.253.255.255", "169.255.0.0", "172.15.255.255", "172.32.0.0", "192.0.1.0",
        "192.0.1.255",
        "192.0.3.0", "192.88.98.255", "192.88.100.0", "192.167.255.255", "192.169.0.0", "198.17.255.255",
        "198.20.0.0", "198.51.99.255", "198.51.101.0", "203.0.112.255", "203.0.114.0", "223.255.255.255",
        "2000::1", "2001:200::", "2001:db7:ffff::1", "2001:db9::", "2001:4860:4860::8888", "2003::1",
        "2606:4700::1",
        "2a00:1450::1", "3ffe::1", "3fff:1000::1",
    ]

    @Test(arguments: special)
    func `of a special range is not global unicast`(text: String) throws {
        let address = try #require(IPAddress(text))

        #expect(!address.isGlobalUnicast)
    }

    @Test(arguments: ordinary)
    func `beside a special range is global unicast`(text: String) throws {
        let address = try #require(IPAddress(text))

        #expect(address.isGlobalUnicast)
    }

    @Test(arguments: [
        "", "localhost", "127.1", "0x7f.0.0.1", "1.2.3.4.5", "1.2.3.256", "[::1]", "::1%lo", "1.2.3.4 ",
    ])
    func `is not read from anything else`(text: String) {
        #expect(IPAddress(text) == nil)
    }

    @Test(arguments: ["192.0.2.1", "0.0.0.0", "2001:db8::1", "::", "::1"])
    func `is written as it was read`(text: String) throws {
        #expect(try #require(IPAddress(text)).description == text)
    }

    @Test func `knows this machine`() {
        let loopback = ["127.0.0.1", "127.9.9.9", "::1"].compactMap { IPAddress($0) }
        let others = ["128.0.0.1", "126.1.1.1", "::2", "::ffff:127.0.0.1"].compactMap { IPAddress($0) }

        #expect(loopback.map(\.isLoopback) == [true, true, true])
        #expect(others.map(\.isLoopback) == [false, false, false, false])
    }
}
