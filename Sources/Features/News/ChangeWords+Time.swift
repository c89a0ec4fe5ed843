import Foundation
import NoonishAPI
package import Outings

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
                isSameDay ? phrases.times.clock(time.startsAt.wall) : moment(time.startsAt.wall)
            guard withEnds, let ends = time.endsAt else { return start }
            return phrases.times.range(start, end(ends, of: time), isOneDay: time.endsOnItsDay)
        }
        if old.startsAt.zone != new.startsAt.zone {
            texts = [
                phrases.times.inZone(texts[0], new.startsAt.zone),
                phrases.times.inZone(texts[1], old.startsAt.zone),
            ]
        }
        return phrases.timeMoved(besideYours(texts[0], new.startsAt), instead: texts[1])
    }

    /// A whole time: "Thursday 11 March, 12:30 to 14:00", with the reader's own clock where it shows another.
    func whole(_ time: OutingTime) -> String { besideYours(span(time), time.startsAt) }

    /// The same with the name of its zone, for who reads it far from the outing's page.
    package func wholeInZone(_ time: OutingTime) -> String {
        besideYours(phrases.times.inZone(span(time), time.startsAt.zone), time.startsAt)
    }

    private func span(_ time: OutingTime) -> String {
        let start = moment(time.startsAt.wall)
        guard let ends = time.endsAt else { return start }
        return phrases.times.range(start, end(ends, of: time), isOneDay: time.endsOnItsDay)
    }

    private func besideYours(_ text: String, _ time: ZonedTime) -> String {
        guard let readerZone else { return text }
        let yours = ZonedTime(time.instant, in: readerZone).wall
        guard yours != time.wall else { return text }
        return phrases.times.withReaderTime(
            text, yours.isSameDay(as: time.wall) ? phrases.times.clock(yours) : moment(yours))
    }

    /// An end: its clock alone on the day of the start.
    private func end(_ end: ZonedTime, of time: OutingTime) -> String {
        end.wall.isSameDay(as: time.startsAt.wall) ? phrases.times.clock(end.wall) : moment(end.wall)
    }

    package func moment(_ time: WallTime) -> String {
        phrases.times.moment(time, withYear: time.year != ZonedTime(now, in: zone).wall.year)
    }
}

extension OutingTime {
    /// Seconds from start to end; nil while the end is open.
    fileprivate var lasts: TimeInterval? {
        endsAt.map { $0.instant.timeIntervalSince(startsAt.instant) }
    }

    fileprivate var endsOnItsDay: Bool { endsAt?.wall.isSameDay(as: startsAt.wall) ?? true }
}
