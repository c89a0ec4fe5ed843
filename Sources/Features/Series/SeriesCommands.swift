import Access
import CivilTime
import Foundation
import NoonishAPI
import OpeningHours
import Outings
import Postgres

extension Command {
    static func insert(_ id: SeriesID, _ plan: SeriesPlan, host: PersonID, madeThrough: CivilDate) -> Command
    {
        let rule = plan.rule
        return Command(
            "series.insert_series",
            """
            INSERT INTO series (id, host_id, \(names: OutingState.plainFields, of: plan.template),
                   restaurant_id, place_name, answers_due, time_zone, starts_clock, minutes, frequency, every, weekdays,
                   week, starts_on, ends_on, occurrences, holidays_of, made_through, next_check_at)
            VALUES (\(id), \(host), \(values: OutingState.plainFields, of: plan.template),
                   \(plan.place?.restaurant), \(plan.place?.name), \(plan.answersDue), \(plan.zone), \(plan.startMinute),
                   \(plan.minutes), \(rule.frequency.rawValue), \(rule.interval),
                   \(rule.weekdays)::bigint[]::integer[], \(rule.week),
                   \(rule.startsOn.text)::text::date, \(rule.endsOn?.text)::text::date, \(rule.count), \(plan.holidayCountry),
                   \(madeThrough.text)::text::date, now())
            """)
    }

    /// Updates the plan of a series.
    ///
    /// - Parameter madeThrough: The new value, or `nil` to keep the current one.
    static func update(_ id: SeriesID, to plan: SeriesPlan, madeThrough: CivilDate?) -> Command {
        let rule = plan.rule
        return Command(
            "series.update_series",
            """
            UPDATE series
               SET version = version + 1, \(assignments: OutingState.plainFields, of: plan.template),
                   restaurant_id = \(plan.place?.restaurant), place_name = \(plan.place?.name),
                   answers_due = \(plan.answersDue), time_zone = \(plan.zone),
                   starts_clock = \(plan.startMinute), minutes = \(plan.minutes),
                   frequency = \(rule.frequency.rawValue), every = \(rule.interval),
                   weekdays = \(rule.weekdays)::bigint[]::integer[], week = \(rule.week),
                   starts_on = \(rule.startsOn.text)::text::date, ends_on = \(rule.endsOn?.text)::text::date,
                   occurrences = \(rule.count), holidays_of = \(plan.holidayCountry),
                   made_through = coalesce(\(madeThrough?.text)::text::date, made_through), next_check_at = now()
             WHERE id = \(id)
            """)
    }

    static func setMadeThrough(at id: SeriesID, through date: CivilDate) -> Command {
        Command(
            "series.mark_checked",
            "UPDATE series SET made_through = \(date.text)::text::date WHERE id = \(id)")
    }

    /// Sets when the worker checks a series next.
    ///
    /// - Parameter instant: `nil` for never.
    static func scheduleCheck(of id: SeriesID, at instant: Date?) -> Command {
        Command("series.schedule_check", "UPDATE series SET next_check_at = \(instant) WHERE id = \(id)")
    }

    static func postponeCheck(at id: SeriesID) -> Command {
        Command(
            "series.postpone_check",
            "UPDATE series SET next_check_at = now() + \(SeriesLimits.retryDelay) WHERE id = \(id) AND next_check_at <= now()"
        )
    }

    static func end(_ id: SeriesID) -> Command {
        Command(
            "series.end_series",
            """
            WITH forgotten AS (DELETE FROM series_invitee WHERE series_id = \(id))
            UPDATE series SET ended_at = now(), next_check_at = NULL, version = version + 1 WHERE id = \(id)
            """)
    }

    /// Adds people to a series, skipping those who are already in it.
    static func add(_ people: [PersonID], to series: SeriesID) -> Command {
        Command(
            "series.add_people",
            """
            INSERT INTO series_person (series_id, person_id)
            SELECT \(series), new.id FROM unnest(\(people)) AS new (id)
                ON CONFLICT (series_id, person_id) DO NOTHING
            """)
    }

    /// Removes a person from a series, with their standing order: invited again, they choose anew.
    static func remove(_ person: PersonID, from series: SeriesID) -> Command {
        Command(
            "series.remove_person",
            """
            WITH ended AS (DELETE FROM series_order_person WHERE series_id = \(series) AND person_id = \(person))
            DELETE FROM series_person WHERE series_id = \(series) AND person_id = \(person)
            """)
    }

    static func setStandingAnswer(_ person: PersonID, in series: SeriesID, comes: Bool, partySize: Int)
        -> Command
    {
        Command(
            "series.set_standing_answer",
            """
            UPDATE series_person
               SET comes = \(comes), party_size = \(partySize)
             WHERE series_id = \(series) AND person_id = \(person)
            """)
    }

    /// Makes `newHost` the host. The previous host becomes a member who attends every outing.
    static func handOver(_ series: SeriesID, from host: PersonID, to newHost: PersonID) -> Command {
        Command(
            "series.hand_over_series",
            """
            WITH given AS (UPDATE series SET host_id = \(newHost), version = version + 1 WHERE id = \(series)),
                 risen AS (DELETE FROM series_person WHERE series_id = \(series) AND person_id = \(newHost))
            INSERT INTO series_person (series_id, person_id, comes) VALUES (\(series), \(host), true)
            """)
    }

    static func skip(_ date: CivilDate, of series: SeriesID, _ reason: SeriesDay.Reason) -> Command {
        Command(
            "series.skip_date",
            """
            INSERT INTO series_skip (series_id, date, reason)
            VALUES (\(series), \(date.text)::text::date, \(reason.rawValue))
                ON CONFLICT (series_id, date) DO NOTHING
            """)
    }

    static func unskip(_ date: CivilDate, of series: SeriesID) -> Command {
        Command(
            "series.unskip_date",
            "DELETE FROM series_skip WHERE series_id = \(series) AND date = \(date.text)::text::date")
    }
}
