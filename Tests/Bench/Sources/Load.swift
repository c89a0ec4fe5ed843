import Foundation
import Synchronization

/// Many tasks that do the same thing again and again, each waiting for its own answer.
struct Load {
    /// Begun and not counted, until batches have formed and everything is prepared.
    static let warmUp = Duration.milliseconds(300)
    /// Counted.
    static let length = Duration.seconds(1)

    let perSecond: Double
    /// Time of each, in milliseconds.
    let milliseconds: [Double]

    /// - Parameter body: One request; gets the number of its task and how many came before it there.
    static func run(
        tasks: Int, _ body: @escaping @Sendable (_ task: Int, _ round: Int) async throws -> Void
    ) async throws -> Load {
        let start = ContinuousClock.now + warmUp
        let end = start + length
        let times = try await withThrowingTaskGroup { group in
            for task in 0..<tasks {
                group.addTask {
                    var times: [Double] = []
                    var round = 0
                    while true {
                        let began = ContinuousClock.now
                        if began >= end { return times }
                        try await body(task, round)
                        round += 1
                        let ended = ContinuousClock.now
                        if began >= start, ended < end { times.append((ended - began) / .milliseconds(1)) }
                    }
                }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
        return Load(perSecond: Double(times.count) / (length / .seconds(1)), milliseconds: times)
    }
}
