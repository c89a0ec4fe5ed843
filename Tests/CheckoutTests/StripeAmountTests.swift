import Money
import Testing

@testable import Checkout

@Suite struct `An amount at the provider` {
    @Test(arguments: [
        ("EUR", 1_250, 1_250), ("JPY", 1_250, 1_250), ("ISK", 1_250, 125_000), ("UGX", 5, 500),
        ("KWD", 1_250, 1_250),
        ("MGA", 1_200, 12), ("EUR", 99_999_999, 99_999_999),
    ])
    func `is minor units, with the provider's exceptions`(code: String, minor: Int, units: Int) throws {
        let currency = try #require(Currency(code))
        #expect(StripeAmount.units(Money(Int64(minor), currency)) == units)
        #expect(StripeAmount.minor(units, in: currency) == minor)
    }

    @Test(arguments: [
        ("EUR", 49, false), ("EUR", 50, true), ("JPY", 49, false), ("KWD", 1_255, false),
        ("MGA", 5_000, true),
    ])
    func `is charged from the provider's minimum on`(code: String, minor: Int, isChargeable: Bool) throws {
        #expect(StripeAmount.isChargeable(Money(Int64(minor), try #require(Currency(code)))) == isChargeable)
    }

    @Test(arguments: [
        ("EUR", 1, 1), ("KWD", 5, 0), ("KWD", 1_005, 1_000), ("KWD", 1_010, 1_010), ("MGA", 1_250, 1_200),
        ("ISK", 7, 7),
    ])
    func `that is paid back is rounded down to what the provider can pay`(
        code: String, minor: Int, payable: Int
    ) throws {
        let currency = try #require(Currency(code))
        let amount = StripeAmount.payable(Money(Int64(minor), currency))
        #expect(amount == payable && StripeAmount.units(Money(Int64(amount), currency)) != nil)
    }

    @Test(arguments: [("KWD", 1_255), ("MGA", 1_250), ("EUR", 100_000_000), ("ISK", 1_000_001), ("EUR", -1)])
    func `that the provider cannot charge is none`(code: String, minor: Int) throws {
        #expect(StripeAmount.units(Money(Int64(minor), try #require(Currency(code)))) == nil)
    }
}
