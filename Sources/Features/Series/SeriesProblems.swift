import HTTPKit
import JSON
import NoonishAPI

/// Problems that requests about series can return.
enum SeriesProblems {
    static let noDates = Problem.unprocessable(
        "no_dates", "This rule has no upcoming dates.", pointer: "/rule")

    static func unknownCountry(_ known: [String]) -> Problem {
        .unprocessable(
            "unknown_country", "Holidays are known for \(known.joined(separator: ", ")).",
            pointer: "/skipHolidays")
    }

    static let notADate = Problem.unprocessable(
        "not_a_date", "That isn’t an upcoming date of this series.", pointer: "/date")

    static let unknownFrom = Problem.unprocessable(
        "not_a_date", "Choose a date that already has an outing.", pointer: "/from")

    static let ended = Problem.conflict("series_ended", "This series has ended.")
    static let tooMany = Problem.conflict("too_many_series", "End one of your series first.")
        .withLimit(SeriesLimits.seriesPerHost)
    static let tooManyAddresses = Problem.unprocessable(
        "too_many_addresses", "This series can’t have more addresses. Remove one first.", pointer: "/emails")
    static let hostRequired = Problem.conflict(
        "series_needs_host", "A series needs a host. Hand it over to a member first, or end it.")

    static let notInSeries = Problem.unprocessable(
        "not_in_series", "Only a member of the series can become its host.", pointer: "/personId")

    static let oneEnd = "A series ends on a date or after a number of outings, not both."
    static let monthlyWeekday = "A monthly rule needs exactly one weekday, such as the second Tuesday."
}
