/// Which days are holidays where a place is.
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
    /// The last day that is one; -∞ without any.
    let lastDay: Int

    public init(publicHolidays: [CivilDate] = [], schoolHolidays: [CivilDate] = []) {
        publicDays = Set(publicHolidays.map(\.dayNumber))
        schoolDays = Set(schoolHolidays.map(\.dayNumber))
        lastDay = max(publicDays.max() ?? .min, schoolDays.max() ?? .min)
    }

    /// No day is a holiday.
    public static let empty = HolidayCalendar()

    public func isPublicHoliday(_ date: CivilDate) -> Bool { publicDays.contains(date.dayNumber) }

    func contains(_ dayNumber: Int, _ kind: Kind) -> Bool {
        switch kind {
        case .public: publicDays.contains(dayNumber)
        case .school: schoolDays.contains(dayNumber)
        }
    }
}
