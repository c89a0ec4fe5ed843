extension Bill {
    /// Calculates a bill.
    ///
    /// Each charge is shared by itself by ``Apportionment``, so the shares sum to the total whatever the charges are.
    /// Percentages are rounded once, on the sum; a tax on top is rounded once for each rate. A charge on nothing is
    /// shared by heads. The order of lines' sharers and of people has no influence.
    ///
    /// - Complexity: O(c * n log n) for c charges and n people.
    public init(_ draft: BillDraft) throws(BillFault) {
        var calculator = try BillCalculator(draft)
        try calculator.addTaxes()
        for index in draft.charges.indices { try calculator.addCharge(index) }
        for index in draft.treats.indices { try calculator.addTreat(index) }

        id = draft.id
        currency = draft.currency
        charges = calculator.charges
        total = calculator.total
        includedTaxes = try calculator.includedTaxes()
        receiptDifference = draft.receiptTotal.map { $0 - calculator.totalOnReceipt }
        shares = zip(calculator.people, calculator.bears).map(PersonShare.init)
    }
}
