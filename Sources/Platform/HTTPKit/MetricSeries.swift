import CoreMetrics
import Synchronization

/// A time series that takes values from any thread and renders itself.
protocol MetricSeries: AnyObject, Sendable {
    func render(_ name: String, _ labels: MetricLabels, into text: inout String)
}

final class CounterSeries: MetricSeries, CounterHandler {
    private let count = Atomic<Int64>(0)

    func increment(by amount: Int64) { count.wrappingAdd(amount, ordering: .relaxed) }

    func reset() { count.store(0, ordering: .relaxed) }

    func render(_ name: String, _ labels: MetricLabels, into text: inout String) {
        text += "\(name)\(labels.inBraces) \(count.load(ordering: .relaxed))\n"
    }
}

final class FloatingCounterSeries: MetricSeries, FloatingPointCounterHandler {
    private let sum = Mutex(0.0)

    func increment(by amount: Double) { sum.withLock { $0 += amount } }

    func reset() { sum.withLock { $0 = 0 } }

    func render(_ name: String, _ labels: MetricLabels, into text: inout String) {
        text += "\(name)\(labels.inBraces) \(MetricNumber.text(sum.withLock { $0 }))\n"
    }
}

final class GaugeSeries: MetricSeries, MeterHandler, RecorderHandler {
    private let value = Mutex(0.0)

    func set(_ value: Int64) { set(Double(value)) }
    func set(_ value: Double) { self.value.withLock { $0 = value } }
    func increment(by amount: Double) { value.withLock { $0 += amount } }
    func decrement(by amount: Double) { value.withLock { $0 -= amount } }
    func record(_ value: Int64) { set(Double(value)) }
    func record(_ value: Double) { set(value) }

    func render(_ name: String, _ labels: MetricLabels, into text: inout String) {
        text += "\(name)\(labels.inBraces) \(MetricNumber.text(value.withLock { $0 }))\n"
    }
}

/// Counts values per bucket. Prometheus expects cumulative buckets, so each is rendered as the sum of all up
/// to it.
final class HistogramSeries: MetricSeries, TimerHandler, RecorderHandler {
    struct Bounds {
        let values: [Double]

        /// From half a millisecond to ten seconds.
        static let seconds = Bounds(values: [
            0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
        ])

        /// Powers of four from 1 to 1,048,576, for counts and bytes.
        static let sizes = Bounds(values: [
            1, 4, 16, 64, 256, 1_024, 4_096, 16_384, 65_536, 262_144, 1_048_576,
        ])
    }

    private struct State {
        /// One count per bound, and one for values above all bounds.
        var buckets: [Int64]
        var sum = 0.0
    }

    private let bounds: Bounds
    private let state: Mutex<State>

    init(bounds: Bounds) {
        self.bounds = bounds
        state = Mutex(State(buckets: Array(repeating: 0, count: bounds.values.count + 1)))
    }

    func recordNanoseconds(_ duration: Int64) { record(Double(duration) / 1e9) }
    func record(_ value: Int64) { record(Double(value)) }

    func record(_ value: Double) {
        let bucket = bounds.values.firstIndex { value <= $0 } ?? bounds.values.count
        state.withLock {
            $0.buckets[bucket] += 1
            $0.sum += value
        }
    }

    func render(_ name: String, _ labels: MetricLabels, into text: inout String) {
        let state = state.withLock { $0 }
        var count: Int64 = 0
        for (index, bucket) in state.buckets.enumerated() {
            count += bucket
            let bound = index < bounds.values.count ? MetricNumber.text(bounds.values[index]) : "+Inf"
            text += "\(name)_bucket\(labels.inBraces(and: "le=\"\(bound)\"")) \(count)\n"
        }
        text += "\(name)_sum\(labels.inBraces) \(MetricNumber.text(state.sum))\n"
        text += "\(name)_count\(labels.inBraces) \(count)\n"
    }
}

enum MetricNumber {
    /// Formats whole numbers without a decimal point and others as Swift does.
    static func text(_ number: Double) -> String {
        if number.isNaN { return "NaN" }
        if number.isInfinite { return number > 0 ? "+Inf" : "-Inf" }
        return Int64(exactly: number).map(String.init) ?? number.description
    }
}
