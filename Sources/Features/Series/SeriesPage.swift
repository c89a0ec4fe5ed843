package import Access
import HTTPKit
import HTTPTypes
import Hummingbird
import Localization
package import Mustache
import NoonishAPI
import OpenAPI
package import Outings
package import Postgres
package import Restaurants

/// The page of the link of a series. It shows the next dates, and leads to the page of each date's own link, where
/// guests answer. It works without an account, an app or scripts, and GET changes nothing.
package struct SeriesPage: RouteGroup {
    let database: PostgresClient
    let reader: SeriesLinkReader
    let invitations: InvitationPage
    let templates: MustacheLibrary

    package init(
        database: PostgresClient, holidays: HolidayFiles, invitations: InvitationPage,
        templates: MustacheLibrary
    ) {
        self.database = database
        reader = SeriesLinkReader(holidays: holidays)
        self.invitations = invitations
        self.templates = templates
    }

    package static let definitions: [RouteDefinition<Self>] = [
        RouteDefinition(
            .showSeriesPage, .openInvitation, scope: .anyone, kind: .page,
            "Show the page of the link of a series",
            parameters: [.seriesToken],
            answers: [.page("The page"), .page("The link is unknown or has been replaced", status: 404)],
            handler: show)
    ]

    func show(_ call: Call) async throws -> Response {
        let token = try call.text("token")
        do {
            let content = try await RedeemLimit.enforce(call, in: database) {
                try await reader.content(of: token, for: call, from: database)
            }
            let language = call.language()
            var values = SeriesMessages(content: content, language: language, call: call).values
            values.merge(language.pageValues) { $1 }
            values["series"] = language.plain(below: "page.series")
            values["previewImage"] = call.site.url("/assets/brand/link-preview.png")
            return .page(.ok, templates.render(values, withTemplate: "series-invitation") ?? "")
        } catch is Denial {
            return invitations.gone(call)
        }
    }
}

extension Endpoint {
    static var showSeriesPage: Endpoint { .get("/s/{token}") }
}
