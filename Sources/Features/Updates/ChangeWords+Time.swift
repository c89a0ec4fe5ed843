import Foundation
import NoonishAPI
import Outings

extension ChangeWords {
    /// A moved time: clocks alone while the day stays, with dates when it does not, with zones when those differ.
    func time(from old: OutingTime?, to new: OutingTime?) -> String {
        switch (old, new) {
        case (nil, let new?): phrases.timeSet(whole(new))
        case (let old?, nil): phrases.timeCleared(whole(old))
        case (let old?, let new?): moved(from: old, to: new)
        case (nil, nil): ""
        }
    }

    private func moved(from old: OutingTime, to new: OutingTime) -> String {
        if old.startsAt == new.startsAt {
            return phrases.endChanged(
                from: old.endsAt.map { end($0, of: old) }, to: new.endsAt.map { end($0, of: new) })
        }
        let isSameDay = old.startsAt.wall.isSameDay(as: new.startsAt.wall)
        let withEnds = old.lasts != new.lasts
        var texts = [new, old].map { time in
            let start =
                isSameDay ? phrases.clock(time.startsAt.wall) : moment(time.startsAt.wall)
            guard withEnds, let ends = time.endsAt else { return start }
            return phrases.range(start, end(ends, of: time))
        }
        if old.startsAt.zone != new.startsAt.zone {
            texts = [
                phrases.inZone(texts[0], new.startsAt.zone), phrases.inZone(texts[1], old.startsAt.zone),
            ]
        }
        return phrases.instead(texts[0], texts[1])
    }

    /// A whole time: "Thursday 11 March, 12:30 to 14:00".
    func whole(_ time: OutingTime) -> String {
        let start = moment(time.startsAt.wall)
        guard let ends = time.endsAt else { return start }
        return phrases.range(start, end(ends, of: time))
    }

    /// An end: its clock alone on the day of the start.
    private func end(_ end: ZonedTime, of time: OutingTime) -> String {
        end.wall.isSameDay(as: time.startsAt.wall) ? phrases.clock(end.wall) : moment(end.wall)
    }

    func moment(_ time: WallTime) -> String {
        let thisYear = ZonedTime(now, in: zone).wall.year
        return phrases.moment(phrases.date(time, withYear: time.year != thisYear), phrases.clock(time))
    }
}

extension OutingTime {
    /// Seconds from start to end; nil while the end is open.
    fileprivate var lasts: TimeInterval? {
        endsAt.map { $0.instant.timeIntervalSince(startsAt.instant) }
    }
}

extension WallTime {
    func isSameDay(as other: WallTime) -> Bool {
        (year, month, day) == (other.year, other.month, other.day)
    }

    /// 0 is Sunday.
    ///
    /// - Source: Tomohiko Sakamoto's method.
    var weekday: Int {
        let shift = [0, 3, 2, 5, 0, 3, 5, 1, 4, 6, 2, 4]
        let year = month < 3 ? year - 1 : year
        return (year + year / 4 - year / 100 + year / 400 + shift[month - 1] + day) % 7
    }
}
