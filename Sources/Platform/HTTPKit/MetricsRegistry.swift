package import CoreMetrics
import Synchronization

// Prometheus metrics
// ==================
// A registry holds families (one name, one type) of series (one set of labels). Creating a handler takes a
// lock and a look-up; using it takes only an atomic or a short lock of its own, so components create their
// counters once and keep them. Names use the style of swift-metrics, `postgres.queries`, and are exported in
// the style of Prometheus, `postgres_queries`: counters end in `_total`, times are in seconds.

/// Collects counters, gauges and histograms and renders them as text.
///
/// - Source: Prometheus, "Exposition formats", text format 0.0.4.
package final class MetricsRegistry: MetricsFactory {
    /// Maximum number of series per name. Further series are not exported, so that a label taken from input
    /// by mistake cannot fill the memory; `metrics_series_dropped_total` counts them.
    package static let seriesPerName = 1_000

    package static let contentType = "text/plain; version=0.0.4; charset=utf-8"

    private struct Family {
        let kind: MetricKind
        var series: [MetricLabels: any MetricSeries] = [:]
    }

    private let prefix: String
    private let families = Mutex<[String: Family]>([:])
    private let dropped = CounterSeries()

    /// Creates a registry.
    ///
    /// - Parameter prefix: The start of every exported name, which tells the programs of one monitoring apart.
    package init(prefix: String = "") {
        self.prefix = prefix
        families.withLock {
            $0["metrics_series_dropped_total"] = Family(kind: .counter, series: [MetricLabels([]): dropped])
        }
    }

    package func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
        series(MetricName.counter(label), dimensions, .counter, CounterSeries())
    }

    package func makeFloatingPointCounter(
        label: String, dimensions: [(String, String)]
    ) -> any FloatingPointCounterHandler {
        series(MetricName.counter(label), dimensions, .counter, FloatingCounterSeries())
    }

    package func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
        series(MetricName.plain(label), dimensions, .gauge, GaugeSeries())
    }

    package func makeRecorder(
        label: String, dimensions: [(String, String)], aggregate: Bool
    ) -> any RecorderHandler {
        aggregate
            ? series(MetricName.plain(label), dimensions, .histogram, HistogramSeries(bounds: .sizes))
            : series(MetricName.plain(label), dimensions, .gauge, GaugeSeries())
    }

    package func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
        series(MetricName.seconds(label), dimensions, .histogram, HistogramSeries(bounds: .seconds))
    }

    package func destroyCounter(_ handler: any CounterHandler) { remove(handler) }
    package func destroyFloatingPointCounter(_ handler: any FloatingPointCounterHandler) { remove(handler) }
    package func destroyMeter(_ handler: any MeterHandler) { remove(handler) }
    package func destroyRecorder(_ handler: any RecorderHandler) { remove(handler) }
    package func destroyTimer(_ handler: any TimerHandler) { remove(handler) }

    /// Renders all series, sorted by name and labels.
    package func render() -> String {
        var text = ""
        for (label, family) in families.withLock({ $0 }).sorted(by: { $0.key < $1.key }) {
            let name = prefix + label
            text += "# TYPE \(name) \(family.kind.rawValue)\n"
            for (labels, series) in family.series.sorted(by: { $0.key.text < $1.key.text }) {
                series.render(name, labels, into: &text)
            }
        }
        return text
    }

    /// Returns the series with this name and these labels, registering `made` if there is none. A series of a
    /// conflicting type, or beyond the limit, works but is not exported.
    private func series<Series: MetricSeries>(
        _ name: String, _ dimensions: [(String, String)], _ kind: MetricKind, _ made: Series
    ) -> Series {
        let labels = MetricLabels(dimensions)
        let found: Series? = families.withLock { families in
            var family = families[name] ?? Family(kind: kind)
            if let known = family.series[labels] { return known as? Series }
            guard family.kind == kind, family.series.count < Self.seriesPerName else { return nil }
            family.series[labels] = made
            families[name] = family
            return made
        }
        if found == nil { dropped.increment(by: 1) }
        return found ?? made
    }

    private func remove(_ handler: AnyObject) {
        families.withLock { families in
            for (name, family) in families {
                for (labels, series) in family.series where series === handler {
                    families[name]?.series[labels] = nil
                }
            }
        }
    }
}
