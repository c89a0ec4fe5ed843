import Access
import Foundation
import HTTPKit
import Localization
import NoonishAPI
import Postgres

/// Changes the address of an account: a code goes to the new address, and a notice to the old one.
struct AddressChangeEdits: Sendable {
    let account: AccountContext

    private static let limit = DurableLimit(
        "address_mails", most: AccountLimits.addressMailsPerHour, window: .seconds(3_600))

    /// Mails a code to `address`. Does not reveal whether the address is in use: only the code proves its
    /// ownership.
    ///
    /// An address for which others have requested as many mails as it gets in an hour gets no more of them,
    /// which the response does not reveal either.
    ///
    /// - Throws: 503 if the server cannot send mail, 429 if the person has requested as many as one may.
    func request(_ address: String, for me: Capability<PersonID>, in language: Language) async throws {
        guard account.outbox.delivery != .none else { throw SignInProblems.mailNotConfigured }
        let secrets = SignInSecrets()
        let content = MailMessages(language: language).addressCode(
            secrets.code, minutes: Int(account.settings.codeLife.components.seconds / 60))
        let now = account.clock.now()
        try await account.database.transaction { transaction in
            try await Self.limit.require(
                by: me.object.description, counting: .changeMails(of: me), now: now,
                as: SignInProblems.tooManyMails, in: transaction)
            _ = try await transaction.one(.lockAddress(address))
            let mails = try await transaction.one(
                Self.limit.use(counting: .changeMails(to: address), now: now))
            guard mails.used < Self.limit.most else { return }
            try await transaction.execute(
                .insertAddressChange(
                    secrets.id, of: me, to: address,
                    codeHash: SignInSecrets.codeHash(secrets.code, of: secrets.id, key: account.site.key),
                    life: account.settings.codeLife, now: now))
            try await account.outbox.enqueue(content, to: address, in: transaction)
        }
    }

    /// Replaces the account's addresses by `address`, if `code` is the one mailed there.
    ///
    /// - Throws: 422 `wrong_code`; 409 `address_taken` if another account has the address.
    func verify(_ code: String, of address: String, for me: Capability<PersonID>) async throws {
        let now = account.clock.now()
        let isDone = try await account.database.transaction { transaction -> Bool in
            _ = try await transaction.one(.lockAddress(address))
            let open = try await transaction.all(.takeAddressGuess(at: address, of: me, now: now))
            let match = open.first {
                equalInConstantTime(
                    $0.codeHash, SignInSecrets.codeHash(code, of: $0.id, key: account.site.key))
            }
            guard let match else { return false }  // commit all the same: the guess is spent
            try await transaction.execute(.useAddressChange(match.id, now: now))
            try await replace(with: address, of: me, in: transaction)
            return true
        }
        guard isDone else { throw SignInProblems.wrongCode }
    }

    private func replace(
        with address: String, of me: Capability<PersonID>, in transaction: Transaction
    ) async throws {
        let old = try await transaction.all(.deleteOtherAddresses(of: me, except: address))
        guard try await transaction.execute(.assignAddress(address, to: me)) == 1 else {
            throw SignInProblems.addressTaken
        }
        try await account.claims?.claim(address, for: me.object, in: transaction)
        let locale = try await transaction.one(.locale(of: me))
        let words = MailMessages(language: account.site.catalogue.language(of: locale, asked: nil))
        for dropped in old {
            try await account.outbox.enqueue(words.addressChanged(to: address), to: dropped, in: transaction)
        }
        try await transaction.audit(AuditLine(.addressChanged, "person:\(me.object)", by: me.object))
    }
}
