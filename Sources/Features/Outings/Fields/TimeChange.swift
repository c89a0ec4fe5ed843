import Foundation
import Initializers
package import JSON
package import Journal
import Localization
import NoonishAPI
package import Postgres

/// The time was set, moved or cleared.
@MemberwiseInit
package struct TimeChange: TimeOrPlaceChange {
    package var old: OutingTime?
    package var new: OutingTime?

    package static let names = ["time_set", "time_moved", "time_cleared"]
    package var name: String {
        if old == nil { "time_set" } else if new == nil { "time_cleared" } else { "time_moved" }
    }
    package static var field: WritableKeyPath<OutingState, OutingTime?> { \.time }
    package func encodeFormerMembers(to object: inout JSONWriter) {
        object.field("startsAt", old?.startsAt.text)
        object.field("endsAt", old?.endsAt?.text)
    }

    package var rank: Int { 10 }

    package func clause(in context: SentenceContext) -> String? {
        switch (old, new) {
        case (nil, let new?): context.say("change.time.set", ["time": .words(context.whole(new))])
        case (let old?, nil): context.say("change.time.cleared", ["old": .words(context.whole(old))])
        case (let old?, let new?): moved(from: old, to: new, in: context)
        case (nil, nil): nil
        }
    }

    /// Returns the old and new time: clock times only if the day stays, with dates if it changes, with zones
    /// if those differ.
    private func moved(from old: OutingTime, to new: OutingTime, in context: SentenceContext) -> String {
        if old.startsAt == new.startsAt { return endMoved(from: old, to: new, in: context) }
        let isSameDay = old.startsAt.wall.isSameDay(as: new.startsAt.wall)
        let withEnds = old.seconds != new.seconds
        var texts = [new, old].map { time in
            let start =
                isSameDay ? context.times.clock(time.startsAt.wall) : context.moment(time.startsAt.wall)
            return withEnds ? context.range(start, to: time) : start
        }
        if old.startsAt.zone != new.startsAt.zone {
            texts = [
                context.times.inZone(texts[0], new.startsAt.zone),
                context.times.inZone(texts[1], old.startsAt.zone),
            ]
        }
        let shown = context.besideReadersTime(texts[0], new.startsAt)
        return context.say("change.time.moved", ["new": .words(shown), "old": .words(texts[1])])
    }

    private func endMoved(from old: OutingTime, to new: OutingTime, in context: SentenceContext) -> String {
        guard let end = context.end(of: new) else { return context.say("change.end.cleared") }
        guard let oldEnd = context.end(of: old) else {
            return context.say("change.end.set", ["new": .words(end)])
        }
        return context.say("change.end.moved", ["new": .words(end), "old": .words(oldEnd)])
    }
}

// The zone is stored with the times, because wall times are read in it.
extension TimeChange {
    package static let selection: SQL = """
        o.time_zone, to_char(o.starts_wall, 'YYYY-MM-DD"T"HH24:MI'), o.starts_at,
        to_char(o.ends_wall, 'YYYY-MM-DD"T"HH24:MI'), o.ends_at
        """

    package static func read(
        _ row: inout RowReader, into state: inout OutingState
    ) throws(PostgresError) {
        state.zone = try row.next()
        let starts = try zonedTime(&row, zone: state.zone)
        let ends = try zonedTime(&row, zone: state.zone)
        state.time = starts.map { OutingTime(startsAt: $0, endsAt: ends) }
    }

    private static func zonedTime(_ row: inout RowReader, zone: String) throws(PostgresError) -> ZonedTime? {
        let text: String? = try row.next()
        let instant: Date? = try row.next()
        guard let text, let instant else { return nil }
        guard let wall = WallTime(text: text) else { throw .decode("\(text) is not a wall time") }
        return ZonedTime(wall: wall, zone: zone, instant: instant)
    }

    package static func write(_ state: OutingState, to columns: inout ColumnWriter) {
        let time = state.time
        columns.column("time_zone", state.zone)
        columns.column("starts_wall", time?.startsAt.wall.text, cast: "::text::timestamp")
        columns.column("starts_at", time?.startsAt.instant)
        columns.column("ends_wall", time?.endsAt?.wall.text, cast: "::text::timestamp")
        columns.column("ends_at", time?.endsAt?.instant)
    }
}

extension OutingTime {
    /// The duration in seconds; `nil` without an end.
    fileprivate var seconds: TimeInterval? {
        endsAt.map { $0.instant.timeIntervalSince(startsAt.instant) }
    }
}

extension Change {
    package static func time(from old: OutingTime?, to new: OutingTime?) -> Change {
        Change(TimeChange(old: old, new: new))
    }
}

extension ChangeSubject {
    package static let time = ChangeSubject(TimeChange.self)
}
