internal import HTTPKit
internal import HTTPTypes

/// Problems of live streams.
enum LiveProblems {
    static let tooManyStreams = Problem(
        "too_many_streams", .tooManyRequests, title: "Too many live streams are open",
        detail: "One person may have \(LiveLimits.streamsPerPerson). Close one of the others.",
        headers: [.retryAfter: "30"])
}
