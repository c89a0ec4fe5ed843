import Access
import CivilTime
import Foundation
import Localization
import NoonishAPI
import Outings

/// The texts of the page of a series' link, as the values of its template.
struct SeriesMessages {
    let content: SeriesLinkContent
    let language: Language
    let call: Call

    private var series: SeriesRow { content.series }
    private var host: MessageValue { .text(content.hostName) }

    var values: [String: Any] {
        let open = content.dates.filter { $0.link != nil }
        let next = open.first { ($0.mine?.answer.status ?? .invited) == .invited } ?? open.first
        let place = series.plan.place?.name ?? ""
        let rhythm = series.plan.rhythm(in: language)
        var values: [String: Any] = [
            "title": series.plan.title,
            "by": language.say("page.invitation.by", ["host": host]),
            "about": language.say(
                "page.invitation.about",
                [
                    "host": host, "when": .words(place.isEmpty ? rhythm : "\(rhythm) ·"),
                    "place": .text(place),
                ]),
            "rhythm": rhythm, "place": place,
            "whenIso": next?.time?.startsAt.text ?? "",
            "dates": content.dates.map(row(of:)),
        ]
        if case .person = call.actor {
        } else {
            values["noAccount"] = [
                "says": language.say("page.invitation.noAccount", ["host": host]),
                "signIn": language.say("page.invitation.signIn"),
            ]
        }
        if let next, let path = path(of: next) {
            values["next"] = [
                "path": path,
                "label": language.say("page.series.answer", ["moment": .words(moment(of: next))]),
            ]
        }
        // Mustache treats an empty text as a present value.
        return values.filter { ($0.value as? String)?.isEmpty != true }
    }

    private func row(of date: SeriesLinkDate) -> [String: String] {
        var values = ["moment": moment(of: date), "says": state(of: date)]
        values["path"] = path(of: date)
        if date.place != series.plan.place?.name { values["otherPlace"] = date.place }
        return values
    }

    /// The path of the invitation; for members on the list that of the outing.
    private func path(of date: SeriesLinkDate) -> String? {
        if case .person = call.actor, let mine = date.mine { return "/outings/\(mine.outing)" }
        guard let url = date.link?.url(call.site) else { return nil }
        return String(url.dropFirst(call.site.url("").count))
    }

    private func moment(of date: SeriesLinkDate) -> String {
        guard let time = date.time?.startsAt else { return date.day.date }
        let zone = TimeZone(identifier: time.zone) ?? .gmt
        return TimeFormatting(language).moment(
            time.wall, withYear: ZonedTime(series.now, in: zone).wall.year != time.wall.year)
    }

    private func state(of date: SeriesLinkDate) -> String {
        switch date.day.state {
        case .planned: language.say("page.series.planned")
        case .skipped, .cancelled: language.say("web.series.state.\(date.day.state.rawValue)")
        case .made:
            if let status = date.mine?.answer.status {
                language.say(
                    status == .invited ? "page.recorded.invited" : "web.status.\(status.rawValue)")
            } else {
                language.say(date.link == nil ? "page.series.closed" : "page.series.open")
            }
        }
    }
}

extension SeriesPlan {
    /// Returns the rule as a sentence, as the client shows it: "Every Thursday, 12:30".
    func rhythm(in language: Language) -> String {
        // The first of March 2027 is a Monday.
        let monday = 1_803_859_200.0
        let days = rule.weekdays.map { weekday in
            let day = Date(timeIntervalSince1970: monday + Double(weekday - 1) * 86_400)
            return language.say("time.weekday", ["when": .moment(day, .gmt)])
        }
        let clock = Date(timeIntervalSince1970: Double(startMinute) * 60)
        let values: [String: MessageValue] = [
            "day": .words(language.list(days)),
            "time": .words(language.say("time.clock", ["when": .moment(clock, .gmt)])),
            "count": .number(rule.interval),
            "week": .words(Self.ordinals[rule.week ?? 0] ?? "last"),
        ]
        return switch (rule.frequency, rule.interval) {
        case (.monthly, 1): language.say("web.series.monthly", values)
        case (.monthly, _): language.say("web.series.monthlyEvery", values)
        case (.weekly, 1): language.say("web.series.weekly", values)
        case (.weekly, 2): language.say("web.series.biweekly", values)
        case (.weekly, _): language.say("web.series.weeklyEvery", values)
        }
    }

    private static let ordinals = [1: "first", 2: "second", 3: "third", 4: "fourth"]
}
