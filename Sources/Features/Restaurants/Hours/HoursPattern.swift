import Foundation
import Geo
import GeoSearch
import NoonishAPI
import OpeningHours

/// Parsed opening hours with the local context that they need.
struct HoursPattern: Sendable {
    /// The identity of opening hours: the text and the time zone; also the country if holidays matter, and
    /// the approximate position if the sun matters.
    struct Key: Hashable, Sendable {
        let text: String
        let zone: String
        let country: String?
        /// Latitude and longitude in tenths of a degree: less than a minute of difference in sunrise and
        /// sunset.
        let corner: [Int]

        init(_ hours: PlaceHours, _ schedule: Schedule) {
            text = hours.text
            zone = hours.zone
            country = schedule.needsHolidays ? hours.country : nil
            corner =
                schedule.needsPosition
                ? [Int(hours.coordinate.latitude * 10), Int(hours.coordinate.longitude * 10)] : []
        }
    }

    /// The hours of the first place with this pattern.
    let hours: PlaceHours
    let schedule: Schedule
    let location: LocationContext

    init(_ hours: PlaceHours, _ schedule: Schedule, zone: TimeZone, holidays: HolidayFiles) {
        self.hours = hours
        self.schedule = schedule
        location = LocationContext(
            zone: zone, holidays: holidays[schedule.needsHolidays ? hours.country : nil],
            position: schedule.needsPosition
                ? .init(latitude: hours.coordinate.latitude, longitude: hours.coordinate.longitude) : nil)
    }

    /// Returns the open state at an instant.
    func answer(at instant: Date) -> OpenStatus { OpenStatus(schedule.answer(at: instant, in: location)) }

    func day(of instant: Date) -> HoursDay {
        HoursDay(of: schedule, on: location.localTime(at: instant).day, in: location)
    }

    /// Returns seven days, starting with the day of `instant`.
    func week(from instant: Date) -> [HoursDay] {
        HoursDay.week(of: schedule, from: instant, in: location)
    }
}

extension GeoSearch.OpenState {
    init(_ state: OpeningHours.OpenState) {
        switch state {
        case .open: self = .open
        case .closed: self = .closed
        case .unknown: self = .unknown
        }
    }
}

extension OpenStatus {
    init(_ answer: Schedule.Answer) {
        let state: State =
            switch answer.state {
            case .open: .open
            case .closed: .closed
            case .unknown: .unknown
            }
        self.init(state: state, until: answer.until, comment: answer.comment)
    }
}
