import Access
import Foundation
import HTTPKit
import Money
import NoonishAPI

extension SeriesOrder {
    /// Reads a validated request: all fields at once, as PUT replaces them.
    ///
    /// - Parameter locale: The one in which the limit is written.
    init(_ body: ObjectReader, locale: Locale) throws(Problem) {
        var body = body
        let closesBefore = body.required("closesBefore", .integer(OrderLimits.seriesClosesBefore))
        let currency = body.required("currency", .currency)
        let fulfilment = body.optional("fulfilment", .oneOf(GroupOrder.Fulfilment.self)) ?? .dineIn
        let address = body.optional("address", .text(OrderLimits.address))
        let note = body.optional("note", .text(OrderLimits.orderNote, multiline: true))
        let limit = body.optional("limitPerHead", .amount("limitPerHead"))
        let linesVisible = body.optional("linesVisible", .boolean) ?? true
        let rotates = body.optional("rotates", .boolean) ?? false
        let (minutes, money) = try body.finish(closesBefore, currency)
        self.init(
            closesBefore: minutes, currency: money.code, fulfilment: fulfilment, address: address, note: note,
            limitPerHeadMinor: try limit?.readLimit(in: money, locale: locale), linesVisible: linesVisible,
            rotates: rotates)
    }
}
