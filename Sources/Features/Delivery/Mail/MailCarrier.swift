package import Access
package import Bills
package import CalendarFeeds
import Foundation
package import Mail
package import News
import NoonishAPI
import Outings
package import Postgres

/// Sends notices by mail.
///
/// The Message-ID consists of watch and revision, so mail servers and programs can detect duplicates.
package struct MailCarrier: Carrier {
    package let channel = Channel.mail
    private let database: any Database
    private let transport: any MailTransport
    private let composer: UpdateMailComposer
    private let debts: OpenDebts

    /// Creates a carrier.
    ///
    /// - Parameters:
    ///   - from: The sender's address.
    ///   - inbound: The addresses for calendar replies and failure reports; `nil` if no inbound mail is
    ///     configured.
    ///   - links: The operator's payment links.
    package init(
        database: any Database, transport: any MailTransport, from: MailAddress,
        inbound: InboundAddresses? = nil,
        site: Site, links: [OperatorLink] = []
    ) {
        self.database = database
        self.transport = transport
        composer = UpdateMailComposer(site: site, from: from, inbound: inbound)
        debts = OpenDebts(database: database, key: site.key, links: links)
    }

    package func deliver(_ delivery: NoticeDelivery) async throws -> DeliveryOutcome {
        let notice = delivery.notice
        guard let address = notice.row.address, let to = try? MailAddress(address, name: notice.row.name)
        else { return .gone(why: "the recipient has no mail address") }
        // The link is void, so the mail is the last that the person reads of what they owe.
        let order =
            notice.isFarewell
            ? try await database.first(.order(of: notice.outing, for: notice.person)) ?? nil : nil
        let language = delivery.words.phrases.language
        let owed =
            notice.isFarewell
            ? try await debts.read(
                of: notice.person, on: notice.outing, titled: notice.title, in: language) : []
        let message = try composer.message(
            notice, words: delivery.words, to: to, share: order?.share(in: language), debts: owed)
        do throws(MailSendError) {
            try await transport.send(message)
        } catch {
            switch error {
            case .temporary: return .retry(why: error.description)
            case .permanent:
                try await database.execute(.markInvitationBounced(to: notice.person, of: notice.outing))
                return .refused(why: error.description)
            }
        }
        if notice.row.outing.mine?.invitation.map({ $0.state == .queued || $0.state == .bounced }) ?? false {
            try await database.execute(.markInvitationSent(to: notice.person, of: notice.outing))
        }
        return .sent
    }
}
