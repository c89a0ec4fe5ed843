package import Foundation
package import Journal

/// Times of outings in the reader's language.
extension SentenceContext {
    var times: TimeFormatting { TimeFormatting(language) }

    /// Returns, for example, "Thursday 11 March, 12:30", with the year unless it is this year.
    package func moment(_ time: WallTime) -> String {
        times.moment(time, withYear: time.year != ZonedTime(now, in: zone).wall.year)
    }

    /// Returns an instant in the outing's zone.
    package func moment(_ instant: Date) -> String { moment(ZonedTime(instant, in: zone).wall) }

    /// Returns, for example, "Thursday 11 March, 12:30 to 14:00", with the reader's own time where it
    /// differs.
    package func whole(_ time: OutingTime) -> String { besideReadersTime(span(time), time.startsAt) }

    /// Returns the same with the name of the zone, for texts that are read outside the outing's page.
    package func wholeInZone(_ time: OutingTime) -> String {
        besideReadersTime(times.inZone(span(time), time.startsAt.zone), time.startsAt)
    }

    private func span(_ time: OutingTime) -> String { range(moment(time.startsAt.wall), to: time) }

    /// Returns `start` with the end of `time`, if there is one.
    func range(_ start: String, to time: OutingTime) -> String {
        guard let ends = time.endsAt, let end = end(of: time) else { return start }
        return times.range(start, end, isOneDay: ends.wall.isSameDay(as: time.startsAt.wall))
    }

    /// Returns the end, without its date if it is on the day of the start.
    func end(of time: OutingTime) -> String? {
        time.endsAt.map {
            $0.wall.isSameDay(as: time.startsAt.wall) ? times.clock($0.wall) : moment($0.wall)
        }
    }

    func besideReadersTime(_ text: String, _ time: ZonedTime) -> String {
        guard let readerZone else { return text }
        let own = ZonedTime(time.instant, in: readerZone).wall
        guard own != time.wall else { return text }
        return times.withReaderTime(text, own.isSameDay(as: time.wall) ? times.clock(own) : moment(own))
    }
}
