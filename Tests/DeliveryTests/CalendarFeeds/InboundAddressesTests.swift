import Access
import NoonishAPI
import TestSupport
import Testing

@testable import CalendarFeeds
@testable import Mail

@Suite struct `An address of ours` {
    private let addresses = InboundAddresses(domain: "Noonish.example", key: .forTests)

    @Test(arguments: InboundAddresses.Kind.allCases)
    func `names the owner of the mail, in any case of letters`(kind: InboundAddresses.Kind) throws {
        for _ in 0..<200 {
            let invitation = InvitationID.make()

            let address = addresses.text(kind, invitation)

            #expect(throws: Never.self) { try MailAddress(address) }
            #expect(address == address.lowercased())
            for spelling in [address, address.uppercased()] {
                let read = try #require(addresses.read(spelling))
                #expect(read.kind == kind && read.invitation == invitation)
            }
        }
    }

    @Test func `is invalid once any part of it differs`() {
        let address = addresses.text(.answer, .make())
        let local = address.prefix { $0 != "@" }
        for index in local.indices.dropFirst(5) {
            var changed = Array(address)
            changed[local.distance(from: local.startIndex, to: index)] = local[index] == "a" ? "b" : "a"
            #expect(addresses.read(String(changed)) == nil)
        }
        let others = [
            address.replacing("rsvp+", with: "bounce+"), address.replacing("rsvp+", with: ""),
            "rsvp@noonish.example",
            address.replacing("@noonish", with: "@evil"), "\(local)@", String(local), "", "@", address + "x",
            "x" + address,
            String(address.dropFirst(6)), "rsvp+\(String(repeating: "a", count: 52))@noonish.example",
        ]
        for other in others { #expect(addresses.read(other) == nil, "\(other)") }
        let another = SecretKey(bytes: Array(repeating: 8, count: 32))
        #expect(
            another.map { InboundAddresses(domain: "noonish.example", key: $0).read(address) == nil } == true)
    }

    @Test func `is written in 32 characters, as RFC 4648 has it`() {
        // Section 10, in small letters and without padding.
        for (plain, coded) in [
            ("", ""), ("f", "my"), ("fo", "mzxq"), ("foo", "mzxw6"), ("foob", "mzxw6yq"),
            ("fooba", "mzxw6ytb"),
            ("foobar", "mzxw6ytboi"),
        ] {
            #expect(Base32.text(plain.utf8) == coded)
            #expect(Base32.bytes(coded[...]) == Array(plain.utf8))
        }
        for broken in ["m", "mz1q", "mb", "MY"] { #expect(Base32.bytes(broken[...]) == nil) }
    }
}
