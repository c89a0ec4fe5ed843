import Initializers
import Testing

/// What `@MemberwiseInit` generates, in use.
@Suite struct MemberwiseInitTests {
    @MemberwiseInit
    package struct Greeting: Sendable {
        package let name: String
        private let punctuation: Character
        package let compose: @Sendable (String) -> String
        package var times: Int = 1
        package let language: String = "en"
        static let none = 0

        package var text: String {
            String(repeating: compose(name) + String(punctuation), count: times)
        }
    }

    @Test func `parameters follow the properties, private ones and functions included`() {
        let greeting = Greeting(name: "Ada", punctuation: "!", compose: { "Hello, \($0)" })

        #expect(greeting.text == "Hello, Ada!")
    }

    @MemberwiseInit(unlabeled: 2)
    struct Range: Equatable {
        let from: Int
        let to: Int
        var step: Int = 1
    }

    @Test func `the first parameters have no labels where the type says so`() {
        #expect(Range(1, 5) == Range(1, 5, step: 1))
    }

    @Test func `a variable's value is the default of its parameter`() {
        #expect(Greeting(name: "Bo", punctuation: ".", compose: { $0 }, times: 2).text == "Bo.Bo.")
    }
}
