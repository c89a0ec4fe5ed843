import NoonishAPI
import Testing

@testable import Access

@Suite struct KnownSessionsTests {
    private let sessions = KnownSessions()
    private let member = Actor.person(.make(), session: .make())

    @Test func `a token is known until it authenticates no member`() {
        let token = TokenHash("a token")
        sessions.update(token, member)
        let before = sessions[token]
        sessions.update(token, .anonymous)

        #expect(before == member)
        #expect(sessions[token] == nil)
    }

    @Test func `tokens that are used are kept, and others forgotten in time`() {
        let (used, unused) = (TokenHash("used"), TokenHash("unused"))
        sessions.update(used, member)
        sessions.update(unused, member)

        for number in 0..<40_000 {
            sessions.update(TokenHash("token \(number)"), member)
            if number.isMultiple(of: 1_000) { _ = sessions[used] }
        }

        #expect(sessions[used] == member)
        #expect(sessions[unused] == nil)
    }
}
