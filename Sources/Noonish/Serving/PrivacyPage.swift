import Access
import Foundation
import Initializers
import Localization

/// The privacy page for browsers without scripts, which `index.html` shows within `noscript`.
///
/// The client renders its own from ``PrivacyRoutes``.
@MemberwiseInit
struct PrivacyPage: Sendable {
    let retention: [Retention]
    let contact: Settings.ServiceOperator

    static let path = "/privacy"

    /// The sections in the order of the client's page.
    static let sections = [
        "who", "guests", "place", "series", "origin", "diets", "talk", "deciding", "ratings", "picture",
        "venues", "mail", "cookies", "audit", "rights", "erasure", "backups", "paying", "others",
    ]

    /// Returns the page's values for the template.
    func values(in language: Language) -> [String: Any] {
        func text(_ key: String) -> String { language.say("about.privacy.\(key)") }
        var values: [String: Any] = [
            "heading": language.say("page.privacy"),
            "sections": Self.sections.map { ["title": text("\($0).title"), "text": text("\($0).text")] },
            "kept": text("kept.title"), "keptText": text("kept.text"), "what": text("kept.what"),
            "long": text("kept.long"),
            "retention": retention.map {
                ["what": text("kept.\($0.what)"), "span": Self.span($0.kept, in: language)]
            },
        ]
        if !contact.name.isEmpty {
            values["operator"] =
                [
                    "heading": language.say("about.about.operator"), "name": contact.name,
                    "contact": contact.contact, "hasContact": !contact.contact.isEmpty,
                    "address": contact.contact.contains("://")
                        ? contact.contact : "mailto:\(contact.contact)",
                ] as [String: Any]
        }
        return values
    }

    /// Formats a duration in its largest unit: "30 days", "24 hours", "5 minutes".
    private static func span(_ duration: Duration, in language: Language) -> String {
        let units: Set<Duration.UnitsFormatStyle.Unit> =
            duration > .seconds(86_400) ? [.days] : duration >= .seconds(3_600) ? [.hours] : [.minutes]
        return duration.formatted(.units(allowed: units, width: .wide).locale(language.locale))
    }
}
