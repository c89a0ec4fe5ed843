import HTTPKit
import HTTPTypes

/// What somebody who reads news may be told.
enum UpdateProblems {
    static let tooManyStreams = Problem(
        "too_many_streams", .tooManyRequests, title: "Too many live streams are open",
        detail: "One person may have \(UpdateLimits.streamsPerPerson). Close one of the others.",
        headers: [.retryAfter: "30"])
}
