import Foundation

/// `instructions PATH ROUNDS`: walks one key path so many times and does nothing else, for callgrind to count; without
/// arguments it names the paths. See `script/bench instructions`.
@main struct Instructions {
    static func main() throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 3, let rounds = Int(arguments[2]),
            let path = CountedPath.all.first(where: { $0.name == arguments[1] })
        else {
            for path in CountedPath.all { print(path.name) }
            return
        }
        let walk = try path.prepare()
        for round in 0..<rounds { try walk(round) }
    }
}

/// What is counted: once prepared, one call is one walk.
struct CountedPath: Sendable {
    let name: String
    let prepare: @Sendable () throws -> (_ round: Int) throws -> Void

    init(_ name: String, _ prepare: @escaping @Sendable () throws -> (_ round: Int) throws -> Void) {
        self.name = name
        self.prepare = prepare
    }

    static let all = searches + texts + hours + [news, row]

    /// The answer is another than it should be: what is counted must be right first.
    struct WrongAnswer: Error {}

    static func expect(_ holds: Bool) throws {
        guard holds else { throw WrongAnswer() }
    }

    static func identity(_ number: Int) -> UUID {
        UUID(
            uuid: (
                1, 0x90, 0, 0, 0, 0, 0x70, 0, 0x80, 0, 0, 0, 0, UInt8(number >> 16), UInt8(number >> 8 & 255),
                UInt8(number & 255)
            ))
    }
}
