import HTTPKit
import Metrics
import Testing

@Suite struct MetricsRegistryTests {
    @Test func `renders what Prometheus reads`() {
        let registry = MetricsRegistry()
        let served = Counter(
            label: "meals.served", dimensions: [("kind", "so\"up\\\n"), ("at", "noon")], factory: registry)
        let weight = FloatingPointCounter(label: "meals_weight_total", factory: registry)
        let guests = Meter(label: "guests", factory: registry)
        let wait = Timer(label: "wait", factory: registry)
        let sizes = Recorder(label: "party", dimensions: [("room", "1")], aggregate: true, factory: registry)

        served.increment(by: 2)
        served.increment()
        weight.increment(by: 0.5)
        guests.set(7)
        guests.decrement(by: 2)
        wait.recordMilliseconds(3)
        wait.recordSeconds(60)
        sizes.record(5)
        let text = registry.render()

        #expect(text.contains("# TYPE meals_served_total counter\n"))
        #expect(text.contains(#"meals_served_total{at="noon",kind="so\"up\\\n"} 3"# + "\n"))
        #expect(text.contains("meals_weight_total 0.5\n"))
        #expect(text.contains("# TYPE guests gauge\nguests 5\n"))
        #expect(text.contains("# TYPE wait_seconds histogram\nwait_seconds_bucket{le=\"0.0005\"} 0\n"))
        #expect(text.contains("wait_seconds_bucket{le=\"0.0025\"} 0\nwait_seconds_bucket{le=\"0.005\"} 1\n"))
        #expect(text.contains("wait_seconds_bucket{le=\"10\"} 1\nwait_seconds_bucket{le=\"+Inf\"} 2\n"))
        #expect(text.contains("wait_seconds_sum 60.003\nwait_seconds_count 2\n"))
        #expect(text.contains("party_bucket{room=\"1\",le=\"16\"} 1\n"))
    }

    @Test func `every name begins with the prefix`() {
        let registry = MetricsRegistry(prefix: "noonish_")

        Counter(label: "meals", factory: registry).increment()

        #expect(registry.render().contains("# TYPE noonish_meals_total counter\nnoonish_meals_total 1\n"))
        #expect(registry.render().split(separator: "\n").allSatisfy { $0.contains("noonish_") })
    }

    @Test func `gives the same series to all who ask for it, whatever the order of labels`() {
        let registry = MetricsRegistry()

        Counter(label: "x", dimensions: [("a", "1"), ("b", "2")], factory: registry).increment()
        Counter(label: "x", dimensions: [("b", "2"), ("a", "1")], factory: registry).increment()

        #expect(registry.render().contains(#"x_total{a="1",b="2"} 2"#))
    }

    @Test
    func `shows one type under a name, keeps the number of series in bounds, and says what it left out`() {
        let registry = MetricsRegistry()

        Counter(label: "x_total", factory: registry).increment()
        Meter(label: "x_total", factory: registry).set(9)
        for index in 0..<1_100 {
            Counter(label: "many", dimensions: [("id", "\(index)")], factory: registry).increment()
        }
        let text = registry.render()

        #expect(text.contains("\nx_total 1\n"))
        #expect(
            text.split(separator: "\n").count { $0.hasPrefix("many_total{") } == MetricsRegistry.seriesPerName
        )
        #expect(text.contains("metrics_series_dropped_total 101\n"))
    }

    @Test func `forgets what is destroyed`() {
        let registry = MetricsRegistry()
        let meter = Meter(label: "gone", factory: registry)

        meter.set(1)
        meter.destroy()

        #expect(!registry.render().contains("gone 1"))
    }

    @Test func `counts from many tasks at once`() async {
        let registry = MetricsRegistry()
        let counter = Counter(label: "hits", factory: registry)
        let timer = Timer(label: "time", factory: registry)

        await withTaskGroup { group in
            for _ in 0..<20 {
                group.addTask {
                    for _ in 0..<500 {
                        counter.increment()
                        timer.recordNanoseconds(1_000_000)
                    }
                }
            }
        }
        let text = registry.render()

        #expect(text.contains("hits_total 10000\n"))
        #expect(text.contains("time_seconds_count 10000\n"))
    }
}
