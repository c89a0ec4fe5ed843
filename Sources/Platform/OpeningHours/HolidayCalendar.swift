public import CivilTime

/// The public and school holidays that apply to a place.
public struct HolidayCalendar: Hashable, Sendable {
    public enum Kind: Hashable, Sendable {
        /// `PH`
        case `public`
        /// `SH`
        case school
    }

    /// Days since 1970-01-01.
    private let publicDays: Set<Int>
    private let schoolDays: Set<Int>
    /// The last holiday, as days since 1970-01-01; `Int.min` if there are none.
    let lastDay: Int

    public init(publicHolidays: [CivilDate] = [], schoolHolidays: [CivilDate] = []) {
        publicDays = Set(publicHolidays.map(\.dayNumber))
        schoolDays = Set(schoolHolidays.map(\.dayNumber))
        lastDay = max(publicDays.max() ?? .min, schoolDays.max() ?? .min)
    }

    /// A calendar without holidays.
    public static let empty = HolidayCalendar()

    public func isPublicHoliday(_ date: CivilDate) -> Bool { publicDays.contains(date.dayNumber) }

    func contains(_ dayNumber: Int, _ kind: Kind) -> Bool {
        switch kind {
        case .public: publicDays.contains(dayNumber)
        case .school: schoolDays.contains(dayNumber)
        }
    }
}
