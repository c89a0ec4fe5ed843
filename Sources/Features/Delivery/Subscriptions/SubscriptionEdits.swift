import Access
import HTTPKit
import News
import NoonishAPI
import Postgres

/// The transactions that change a person's devices and webhooks.
struct SubscriptionEdits: Sendable {
    let person: PersonID
    let key: SecretKey

    /// Adds a device, or updates a known one. A browser in which another person signed in is moved to them, and a device
    /// that a former key encrypted is replaced.
    ///
    /// - Throws: 409 if the endpoint is known with other keys, or the person has too many devices.
    func add(_ device: NewDevice, name: String?, in tx: Transaction) async throws -> Subscription {
        try await tx.execute(.lock(person))
        if let known = try await tx.first(.device(at: device.address, on: device.channel)) {
            let target = known.target(key)
            guard target.map(device.matches) ?? true else { throw SubscriptionProblems.endpointTaken }
            if target != nil, known.person == person,
                device.environment == nil || device.destination == known.destination
            {
                try await tx.execute(.renameDevice(known.id, of: person, to: name ?? known.name))
                return try await self.device(known.id, in: tx)
            }
            try await tx.execute(.removeEndpoint(known.id, of: known.person, on: device.channel))
        }
        let id = EndpointID.make()
        try await tx.addEndpoint(id, of: person, on: device.channel, destination: device.destination)
        let sealed = try device.address.sealed(key, for: id)
        let inserted = try await tx.execute(
            .insertDevice(id, of: person, device, name: name, sealed: sealed),
            breaking: "push_device_address_once", is: SubscriptionProblems.endpointTaken)
        guard inserted == 1 else { throw SubscriptionProblems.tooManyDevices }
        return try await self.device(id, in: tx)
    }

    private func device(_ id: EndpointID, in tx: Transaction) async throws -> Subscription {
        try await tx.one(.device(id, of: person)).wire
    }

    /// Adds a webhook whose owner has confirmed it. The returned subscription contains the secret, only this
    /// once. A known webhook is returned unchanged.
    ///
    /// - Throws: 409 if the person has too many webhooks.
    func add(
        _ webhook: NewWebhook, name: String?, secret: WebhookSecret, in tx: Transaction
    ) async throws -> Subscription {
        try await tx.execute(.lock(person))
        let all = try await tx.all(.webhooks(of: person, on: .write))
        if let known = all.first(at: webhook.url, key) { return known.wire(key) }
        let id = EndpointID.make()
        let sealed = try secret.sealed(key, for: id.description)
        let url = try WebhookAddress.seal(webhook.url, key, for: id)
        guard
            let row = try await tx.first(
                .insertWebhook(id, of: person, webhook, name: name, sealed: sealed, url: url))
        else { throw SubscriptionProblems.tooManyWebhooks }
        try await tx.addEndpoint(id, of: person, on: .webhook, destination: webhook.host)
        try await tx.audit(AuditLine(.webhookAdded, "webhook:\(id)", by: person))
        return row.wire(key, secret: secret)
    }

    /// Changes a device or a webhook.
    ///
    /// - Throws: 404 if the subscription is not the person's.
    func edit(_ id: EndpointID, _ patch: SubscriptionPatch, in tx: Transaction) async throws -> Subscription {
        try await tx.execute(.lock(person))
        if let device = try await tx.first(.device(id, of: person)) {
            guard patch.events == nil, patch.isEnabled == nil else { throw SubscriptionProblems.notAWebhook }
            try await tx.execute(.renameDevice(id, of: person, to: patch.name.merged(over: device.name)))
            return try await self.device(id, in: tx)
        }
        guard let webhook = try await tx.first(.webhook(id, of: person)) else { throw Problem.notFound }
        try await tx.execute(
            .editWebhook(
                id, of: person, name: patch.name.merged(over: webhook.name),
                events: patch.events?.map(\.rawValue) ?? webhook.events))
        switch (patch.isEnabled, webhook.endedAt) {
        case (true, .some):
            try await tx.execute(.resumeWebhook(id, of: person))
            try await tx.addEndpoint(id, of: person, on: .webhook, destination: webhook.host)
        case (false, nil):
            try await tx.execute(.endWebhook(id, of: person, why: "Turned off by its owner."))
            try await tx.execute(.removeEndpoint(id, of: person, on: .webhook))
        default: break
        }
        try await tx.audit(AuditLine(.webhookChanged, "webhook:\(id)", by: person))
        return try await tx.one(.webhook(id, of: person)).wire(key)
    }

    /// Removes a device or a webhook.
    ///
    /// - Throws: 404 if the subscription is not the person's.
    func remove(_ id: EndpointID, in tx: Transaction) async throws {
        try await tx.execute(.lock(person))
        if let device = try await tx.first(.device(id, of: person)) {
            try await tx.execute(.removeEndpoint(id, of: person, on: device.channel))
            return
        }
        try await tx.execute(.removeEndpoint(id, of: person, on: .webhook))
        guard try await tx.execute(.deleteWebhook(id, of: person)) == 1 else { throw Problem.notFound }
        try await tx.audit(AuditLine(.webhookRemoved, "webhook:\(id)", by: person))
    }

    /// Creates a new secret; the former one also signs for a while.
    func renewSecret(_ id: EndpointID, in tx: Transaction) async throws -> Subscription {
        let secret = WebhookSecret.random()
        let sealed = try secret.sealed(key, for: id.description)
        guard let row = try await tx.first(.renewSecret(sealed, id, of: person)) else {
            throw Problem.notFound
        }
        try await tx.audit(AuditLine(.webhookChanged, "webhook:\(id)", by: person))
        return row.wire(key, secret: secret)
    }
}

extension NewDevice {
    /// Returns whether the request proves possession of the device by its keys. For Apple devices the token
    /// is the only proof.
    fileprivate func matches(_ known: DeviceRow.Target) -> Bool {
        switch known {
        case .browser(let target): target.keys == address.keys
        case .apple: true
        }
    }
}

extension Command {
    /// Locks the person, so that their endpoints are changed by one transaction at a time.
    fileprivate static func lock(_ person: PersonID) -> Command {
        Command("delivery.lock_subscriptions", "SELECT true FROM person WHERE id = \(person) FOR UPDATE")
    }
}
