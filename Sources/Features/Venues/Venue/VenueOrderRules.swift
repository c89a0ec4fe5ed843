import Access
import Foundation
import HTTPKit
import Money
package import Postgres

/// What a venue asks of orders. In its columns, `v` is the venue.
@Row
package struct VenueOrderRules: PostgresRow, Hashable {
    /// Minutes that an order is placed before its food is due, at least.
    @Column("v.lead_minutes") package var leadMinutes: Int?
    /// The ISO 4217 code of the currency of the amounts.
    @Column("v.currency") package var currency: String?
    /// The least that an order comes to, in minor units.
    @Column("v.order_min_minor") package var minimum: Int?
    /// The most that an order comes to, in minor units.
    @Column("v.order_max_minor") package var maximum: Int?
    @Column("v.most_portions") package var mostPortions: Int?
}

extension VenueOrderRules {
    /// Returns an amount with its currency, as the history of the venue has it.
    func text(_ minor: Int?) -> String? {
        guard let minor, let currency = currency.flatMap({ Currency($0) }) else { return nil }
        return "\(Money(Int64(minor), currency).decimal) \(currency.code)"
    }
}

/// The part of a merge patch that is about orders. Its amounts are parsed once their currency is known.
struct VenueOrderRulesPatch: Sendable {
    let leadMinutes: PatchField<Int>
    let currency: PatchField<Currency>
    let minimum: PatchField<AmountInput>
    let maximum: PatchField<AmountInput>
    let mostPortions: PatchField<Int>

    init(_ body: inout ObjectReader) {
        leadMinutes = body.field("leadMinutes", .integer(VenueLimits.leadMinutes))
        currency = body.field("currency", .currency)
        minimum = body.field("orderMinimum", .amount("orderMinimum"))
        maximum = body.field("orderMaximum", .amount("orderMaximum"))
        mostPortions = body.field("mostPortions", .integer(VenueLimits.portions))
    }

    /// Another currency removes the amounts that the patch does not set.
    ///
    /// - Throws: 422 for amounts without a currency, that are zero, or of which the maximum is below the minimum.
    func applied(to rules: VenueOrderRules, locale: Locale) throws(Problem) -> VenueOrderRules {
        var new = rules
        new.leadMinutes = leadMinutes.merged(over: rules.leadMinutes)
        new.mostPortions = mostPortions.merged(over: rules.mostPortions)
        new.currency = currency.map(\.code).merged(over: rules.currency)
        if new.currency != rules.currency { (new.minimum, new.maximum) = (nil, nil) }
        new.minimum = try Self.read(minimum, over: new.minimum, in: new.currency, locale: locale)
        new.maximum = try Self.read(maximum, over: new.maximum, in: new.currency, locale: locale)
        if let least = new.minimum, let most = new.maximum, most < least {
            throw VenueProblems.limitsOutOfOrder
        }
        return new
    }

    private static func read(
        _ amount: PatchField<AmountInput>, over current: Int?, in currency: String?, locale: Locale
    ) throws(Problem) -> Int? {
        guard case .value(let input) = amount else { return amount.map { _ in 0 }.merged(over: current) }
        guard let currency = currency.flatMap({ Currency($0) }) else { throw VenueProblems.currencyMissing }
        let minor = try input.read(in: currency, locale: locale, most: VenueLimits.orderMinor)
        // An amount of zero is no limit.
        return minor == 0 ? nil : minor
    }
}
