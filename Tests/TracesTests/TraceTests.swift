import Testing

@testable import Traces

@Suite struct TraceTests {
    private static let identifier = "00112233445566778899aabbccddeeff"

    @Test func `a trace is continued by what its caller sent`() throws {
        let header = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"

        let trace = try #require(Trace(continuing: header, identifier: Self.identifier))

        #expect(trace.id == "4bf92f3577b34da6a3ce929d0e0e4736")
        #expect(trace.header == "00-4bf92f3577b34da6a3ce929d0e0e4736-0011223344556677-01")
    }

    @Test(arguments: [("00", "00"), ("01", "01"), ("ff", "01"), ("fe", "00")])
    func `only the flag that the first version has is passed on`(flags: String, passed: String) throws {
        let header = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-\(flags)"

        let trace = try #require(Trace(continuing: header, identifier: Self.identifier))

        #expect(trace.header.hasSuffix("-\(passed)"))
    }

    @Test func `a trace that begins here has the request's identifier`() {
        #expect(
            Trace(identifier: Self.identifier).header == "00-\(Self.identifier)-0011223344556677-00")
    }

    @Test func `a later version may have more parts`() {
        let header = "01-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-more"

        #expect(Trace(continuing: header, identifier: Self.identifier) != nil)
    }

    @Test(arguments: [
        "", "00", "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7",
        "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-more",
        "ff-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
        "00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01",
        "00-00000000000000000000000000000000-00f067aa0ba902b7-01",
        "00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01",
        "00-4bf92f3577b34da6a3ce929d0e0e473-00f067aa0ba902b7-01",
        "00-4bf92f3577b34da6a3ce929d0e0e473\u{660}-00f067aa0ba902b7-01",
        "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-0\n",
    ])
    func `any other text is no trace`(header: String) {
        #expect(Trace(continuing: header, identifier: Self.identifier) == nil)
    }
}
