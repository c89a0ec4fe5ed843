import Testing

@testable import Mail

@Suite struct SMTPSlotsTests {
    @Test(arguments: [
        ("192.0.2.1", "192.0.2.1", "192.0.2.2"), ("2001:db8::1", "2001:db8::ffff", "2001:db8:0:1::1"),
        ("::ffff:192.0.2.1", "192.0.2.1", "::ffff:192.0.2.2"),
    ])
    func `one address gets a few of the slots, and gets them back`(first: String, same: String, other: String)
    {
        let slots = SMTPSlots()
        let held = (0..<MailLimits.connectionsPerAddress).compactMap { _ in slots.take(for: first) }

        #expect(held.count == MailLimits.connectionsPerAddress)
        #expect(slots.take(for: same) == nil)
        #expect(slots.take(for: other) != nil)
        slots.release(held[0])
        #expect(slots.take(for: same) != nil)
    }

    @Test(arguments: ["127.0.0.1", "::1", "::ffff:127.0.0.1", nil])
    func `the machine's own mail server gets all`(address: String?) {
        let slots = SMTPSlots()
        let held = (0..<MailLimits.connections).compactMap { _ in slots.take(for: address) }

        #expect(held.count == MailLimits.connections)
        #expect(slots.take(for: address) == nil)
        #expect(slots.take(for: "192.0.2.1") == nil)
    }
}
