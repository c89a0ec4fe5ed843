import Foundation

/// A tier of the queue, as a claim reads it.
struct ClaimableTier: Hashable, Sendable {
    let number: Int
    /// The due time of the newest row that was claimed before. Older rows are mostly dead tuples, which are
    /// expensive to scan. `nil` scans all rows.
    let floor: Date?
}

/// The order in which one worker claims from the tiers of its channel.
///
/// Tier 0 has each host's first pending deliveries, the last tier those of hosts with thousands
/// (``DeliveryLimits/tierStarts``). Claims begin with tier 0, but some with the last one, so that no delivery waits
/// forever.
struct ClaimOrder: Sendable {
    private var floors = [Date?](repeating: nil, count: DeliveryLimits.tierStarts.count + 1)
    private var floorsExpireAt: ContinuousClock.Instant?
    private var claims = 0

    /// Returns the tiers for the next claim, in their order.
    mutating func next(at now: ContinuousClock.Instant) -> [ClaimableTier] {
        if now >= floorsExpireAt ?? now {
            floors = floors.map { _ in nil }
            floorsExpireAt = now + DeliveryLimits.floorReset
        }
        claims += 1
        let tiers = floors.enumerated().map { ClaimableTier(number: $0.offset, floor: $0.element) }
        return claims.isMultiple(of: DeliveryLimits.claimsUntilLastTier) ? tiers.reversed() : tiers
    }

    /// Raises the floors of the tiers from which rows were claimed.
    mutating func record(_ claimed: [DeliveryLease]) {
        for lease in claimed {
            floors[lease.tier] = max(lease.dueAt, floors[lease.tier] ?? lease.dueAt)
        }
    }
}
