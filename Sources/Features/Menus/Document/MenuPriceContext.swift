import Initializers
package import NoonishAPI

/// Where and how something is eaten, which decides its price.
@MemberwiseInit
package struct MenuPriceContext: Hashable, Sendable {
    package let branch: RestaurantID?
    package let fulfilment: GroupOrder.Fulfilment?

    /// Returns the price for the branch and the fulfilment, else for the branch, else for the fulfilment, else `usual`.
    package func price(_ usual: Int, _ prices: [MenuPrice]?) -> Int {
        guard let prices else { return usual }
        let order = [(branch, fulfilment), (branch, nil), (nil, fulfilment)]
        for (branch, fulfilment) in order where branch != nil || fulfilment != nil {
            if let price = prices.first(where: { $0.branch == branch && $0.fulfilment == fulfilment }) {
                return price.priceMinor
            }
        }
        return usual
    }
}
