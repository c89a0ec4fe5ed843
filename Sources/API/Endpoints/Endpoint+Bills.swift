/// The bills of an outing, and how people pay each other.
extension Endpoint {
    public static var listBills: Endpoint { Endpoint(.get, "/v1/outings/{id}/bills") }
    public static var createBill: Endpoint { Endpoint(.post, "/v1/outings/{id}/bills") }
    public static var previewBill: Endpoint { Endpoint(.post, "/v1/outings/{id}/bills/preview") }
    public static var readBill: Endpoint { Endpoint(.get, "/v1/outings/{id}/bills/{bid}") }
    public static var correctBill: Endpoint { Endpoint(.put, "/v1/outings/{id}/bills/{bid}") }
    public static var readBillVersion: Endpoint {
        Endpoint(.get, "/v1/outings/{id}/bills/{bid}/versions/{version}")
    }
    public static var recordPayment: Endpoint { Endpoint(.post, "/v1/outings/{id}/bills/{bid}/payments") }
    public static var reversePayment: Endpoint {
        Endpoint(.delete, "/v1/outings/{id}/bills/{bid}/payments/{payment}")
    }
    public static var markTransferSent: Endpoint {
        Endpoint(.put, "/v1/outings/{id}/bills/{bid}/transfers/{transfer}/sent")
    }
    public static var settleTransfer: Endpoint {
        Endpoint(.put, "/v1/outings/{id}/bills/{bid}/transfers/{transfer}/state")
    }
    public static var nudgeDebtor: Endpoint {
        Endpoint(.post, "/v1/outings/{id}/bills/{bid}/transfers/{transfer}/nudge")
    }
    public static var listPaymentOptions: Endpoint {
        Endpoint(.get, "/v1/outings/{id}/bills/{bid}/transfers/{transfer}/options")
    }
    public static var readPaymentCode: Endpoint {
        Endpoint(.get, "/v1/outings/{id}/bills/{bid}/transfers/{transfer}/options/{kind}/qr.svg")
    }
    public static var listPaymentLinks: Endpoint { Endpoint(.get, "/v1/payment-links") }
    public static var listPayoutMethods: Endpoint { Endpoint(.get, "/v1/me/payout-methods") }
    public static var replacePayoutMethod: Endpoint { Endpoint(.put, "/v1/me/payout-methods/{kind}") }
    public static var removePayoutMethod: Endpoint { Endpoint(.delete, "/v1/me/payout-methods/{kind}") }
}
