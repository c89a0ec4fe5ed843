package import Journal
import NoonishAPI

/// A change of what people answered for, so that attendees answer again. People who declined are not notified, unless
/// they asked for it.
package protocol TimeOrPlaceChange: EditableFieldChange {}

extension TimeOrPlaceChange {
    package var invalidatesAnswers: Bool { true }
    package var audience: Audience { .all }
    package var urgency: Urgency { .essential }

    package func isNews(
        to reader: NewsReader, as standing: Standing, among pending: [ChangeSubject: Change]
    ) -> Bool {
        standing.status != .declined || pending.values.contains { $0.kind.fulfilsRequest(of: reader.person) }
    }
}
