internal import HTTPKit
internal import JSON
internal import NoonishAPI

/// Problems that requests about series can return.
enum SeriesProblems {
    static let noDates = Problem.unprocessable("no_dates", "This rule has no date to come.", pointer: "/rule")

    static func unknownCountry(_ known: [String]) -> Problem {
        .unprocessable(
            "unknown_country", "Holidays are known of \(known.joined(separator: ", ")).",
            pointer: "/skipHolidays")
    }

    static let notADate = Problem.unprocessable(
        "not_a_date", "The series has no such date to come.", pointer: "/date")

    static let unknownFrom = Problem.unprocessable(
        "not_a_date", "Edit from a date on whose outing is there already.", pointer: "/from")

    /// - Parameter current: The current series, as the caller would read it.
    static func stale(_ current: OutingSeries) -> Problem {
        var writer = JSONWriter()
        current.encode(to: &writer)
        return .preconditionFailed(
            tag: EntityTag(.version(current.version), representation: writer.finish()),
            members: [Problem.Member("current", current)])
    }

    static let ended = Problem.conflict("series_ended", "This series has ended.")
    static let tooMany = Problem.conflict("too_many_series", "End one of your series first.")
    static let hostStays = Problem.conflict(
        "series_needs_host", "A series needs its host: hand it over to somebody in it first, or end it.")

    static let notInSeries = Problem.unprocessable(
        "not_in_series", "Only somebody in the series can take over.", pointer: "/personId")

    static let oneEnd = "A series ends on a day or after so many, not both."
    static let monthlyWeekday = "Every month has one weekday, such as the second Tuesday."
}
