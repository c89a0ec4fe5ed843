import CivilTime

extension CivilDate {
    /// Returns Easter Sunday of the western churches, as days since 1970-01-01.
    ///
    /// - Source: the anonymous Gregorian algorithm (Nature, 20 April 1876).
    static func easter(of year: Int) -> Int {
        let golden = year % 19
        let century = year / 100
        let yearOfCentury = year % 100
        let correction = (century - (century + 8) / 25 + 1) / 3
        let epact = (19 * golden + century - century / 4 - correction + 15) % 30
        let weekdayShift = (32 + 2 * (century % 4) + 2 * (yearOfCentury / 4) - epact - yearOfCentury % 4) % 7
        let late = (golden + 11 * epact + 22 * weekdayShift) / 451
        let packed = epact + weekdayShift - 7 * late + 114
        return CivilDate(year: year, month: packed / 31, day: packed % 31 + 1).dayNumber
    }
}
