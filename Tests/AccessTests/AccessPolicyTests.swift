import Access
import NoonishAPI
import Testing

@Suite struct AccessPolicyTests {
    private let somebody = Actor.person(.make(), session: .make())

    @Test(arguments: Action.allCases)
    func `every action has a row in the table`(action: Action) {
        #expect(AccessPolicy.allowed[action] != nil)
    }

    @Test(arguments: Action.allCases, Relation.allCases)
    func `what is not allowed is denied, and to a stranger it does not exist`(
        action: Action, relation: Relation
    ) {
        let isAllowed = AccessPolicy.allowed[action, default: []].contains(relation)
        do throws(Denial) {
            let capability = try decide(somebody, action, 7, as: relation)
            #expect(isAllowed)
            #expect(capability.object == 7)
            #expect(capability.action == action)
        } catch {
            #expect(!isAllowed)
            let isHidden = relation == .stranger || relation == .linkHolder
            #expect(error == (isHidden ? .notFound : .forbidden))
        }
    }

    @Test func `strangers can touch no outing and nobody's profile`() {
        let closed: [Action] = [
            .readOuting, .editOuting, .deleteOuting, .cancelOuting, .readAttendees, .invite, .removeAttendee,
            .answerForAttendee, .answer, .leave, .manageLinks, .readPerson, .readSelf, .editSelf,
        ]
        for action in closed {
            #expect(throws: Denial.notFound) { try decide(somebody, action, 0, as: .stranger) }
        }
    }
}

@Suite struct SecretKeyTests {
    @Test func `tokens are made again from the same words and differ for others`() throws {
        let key = try #require(SecretKey(bytes: Array(repeating: 1, count: 32)))
        let other = try #require(SecretKey(bytes: Array(repeating: 2, count: 32)))

        #expect(key.token("invitation", "a") == key.token("invitation", "a"))
        #expect(key.token("invitation", "a") != key.token("link", "a"))
        #expect(key.token("invitation", "a") != other.token("invitation", "a"))
        #expect(key.token("x", "ab", "c") != key.token("x", "a", "bc"))
        #expect(key.token("x", "a").count == 43)
    }

    @Test func `a short key is no key`() {
        #expect(SecretKey(bytes: Array(repeating: 1, count: 31)) == nil)
    }

    @Test func `random tokens do not repeat`() {
        #expect(Set((0..<1_000).map { _ in RandomToken.make() }).count == 1_000)
    }
}
