import HTTPTypes
import JSON
import TestSupport
import Testing

/// The operator's name and contact, as the service publishes them.
@Suite(.timeLimit(.minutes(30))) struct OperatorTests {
    @Test func `the operator's name and contact are public once they are set`() async throws {
        let settings = [
            "NOONISH_OPERATOR_NAME": "Lunch Club Kallio", "NOONISH_OPERATOR_CONTACT": "lunch@example.org",
        ]
        try await withWholeProgram(limits: settings) { program in
            let facts = try await program.site.program().get("/v1/privacy")

            #expect(facts["operator"]["name"].text == "Lunch Club Kallio")
            #expect(facts["operator"]["contact"].text == "lunch@example.org")
        }
        try await withWholeProgram { program in
            let facts = try await program.site.program().get("/v1/privacy")

            #expect(facts["operator"] == .null)
        }
    }
}
