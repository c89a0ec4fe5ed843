import Foundation
import Testing

@testable import OpeningHours

@Suite struct OracleTests {
    @Test(.enabled(if: Oracle.python != nil))
    func `the oracle agrees on our own texts`() async throws {
        let verdicts = try Oracle.verdicts(on: Oracle.texts, every: 1, moments: 200)

        let tally = try await Tally(of: verdicts)

        #expect(tally.refused == ["\"summer\": 10:00-20:00"])
        #expect(tally.unexplained.isEmpty)
    }

    @Test(.enabled(if: Oracle.python != nil && Oracle.samples != nil))
    func `the oracle agrees on the texts of the world`() async throws {
        let verdicts = try Oracle.verdicts(
            on: try #require(Oracle.samples), every: Oracle.isFull ? 1 : 90,
            moments: Oracle.isFull ? 200 : 60)

        let tally = try await Tally(of: verdicts)

        print(tally)
        #expect(tally.unexplained.isEmpty)
        // `Mo-Su, 12:00-14:30`: a rule of days alone may not be added to.
        #expect(tally.refusedByUs.allSatisfy { $0.contains("Mo-Su, 12:00") })
    }

    @Test(.enabled(if: Oracle.python != nil))
    func `the sun rises and sets within two minutes of the oracle's`() throws {
        let lines = try JSONDecoder().decode([[Oracle.Item]].self, from: Oracle.run(["sun"]))

        #expect(lines.count == 144)
        for line in lines {
            let zone = try #require(TimeZone(identifier: line[2].text))
            let location = LocationContext(
                zone: zone, position: .init(latitude: line[0].value, longitude: line[1].value))
            for (event, said) in zip([SunEvent.dawn, .sunrise, .sunset, .dusk], line[4...]) {
                let own = location.minutes(of: event, day: try #require(line[3].number))
                let apart = abs(own - (try #require(said.number))) % 1_440
                #expect(min(apart, 1_440 - apart) <= 2, "\(line[2].text) day \(line[3]) \(event)")
            }
        }
    }
}

/// How two readers compare on many texts.
struct Tally: CustomStringConvertible, Sendable {
    var texts = 0
    var agreeing = 0
    var moments = 0
    var equal = 0
    var explained: [Difference: Int] = [:]
    var unexplained: [String] = []
    /// Texts that only the oracle refuses, and texts that only our parser refuses.
    var refused: [String] = []
    var refusedByUs: [String] = []

    init(of verdicts: [Oracle.Verdict]) async throws {
        let share = verdicts.count / 8 + 1
        let parts = stride(from: 0, to: verdicts.count, by: share).map {
            Array(verdicts[$0..<min($0 + share, verdicts.count)])
        }
        await withTaskGroup(of: Tally.self) { group in
            for part in parts { group.addTask { Tally(part) } }
            for await part in group { add(part) }
        }
    }

    private init(_ verdicts: [Oracle.Verdict]) {
        for verdict in verdicts { add(verdict) }
    }

    private mutating func add(_ verdict: Oracle.Verdict) {
        texts += 1
        let schedule = try? Schedule(verdict.text)
        guard let moments = verdict.moments else {
            if schedule != nil { refused.append(verdict.text) }
            return
        }
        guard let schedule else {
            refusedByUs.append(verdict.text)
            return
        }
        var differences: Set<Difference> = []
        for moment in moments {
            self.moments += 1
            switch compare(schedule, moment) {
            case .equal: equal += 1
            case .explained(let difference): differences.insert(difference)
            case .unexplained(let what): unexplained.append("\(verdict.text): \(what)")
            }
        }
        if differences.isEmpty { agreeing += 1 }
        for difference in differences { explained[difference, default: 0] += 1 }
    }

    private enum Outcome {
        case equal
        case explained(Difference)
        case unexplained(String)
    }

    private func compare(_ schedule: Schedule, _ moment: Oracle.Moment) -> Outcome {
        let time = moment.time
        let state = schedule.state(at: time, in: .nowhere)
        guard state == moment.state else {
            return Difference.inState(of: schedule, at: time).map(Outcome.explained)
                ?? .unexplained("\(state), not \(moment.state), at \(time.minutesSince1970)")
        }
        let change = schedule.nextChange(after: time, in: .nowhere)
        let isBeyondSight = change.map { $0.minutesSince1970 - time.minutesSince1970 > Oracle.sight } ?? true
        if change == moment.change || (moment.change == nil && isBeyondSight) { return .equal }
        return Difference.inChange(of: schedule, after: time, own: change, theirs: moment.change)
            .map(Outcome.explained)
            ?? .unexplained("change \(String(describing: change)), not \(String(describing: moment.change))")
    }

    private mutating func add(_ other: Tally) {
        texts += other.texts
        agreeing += other.agreeing
        moments += other.moments
        equal += other.equal
        explained.merge(other.explained, uniquingKeysWith: +)
        unexplained += other.unexplained
        refused += other.refused
        refusedByUs += other.refusedByUs
    }

    var description: String {
        """
        \(texts) texts, of which the oracle alone refuses \(refused.count) and we alone \(refusedByUs.count); \
        \(agreeing) agree at every moment; \(equal) of \(moments) moments agree in state and next change; \
        texts that differ: \(explained.map { "\($0.value) \($0.key)" }.sorted().joined(separator: ", "))
        """
    }
}
