/// The bills of an outing, and how people pay each other.
extension Endpoint {
    public static var listBills: Endpoint { .get("/v1/outings/{id}/bills") }
    public static var createBill: Endpoint { .post("/v1/outings/{id}/bills") }
    public static var previewBill: Endpoint { .post("/v1/outings/{id}/bills/preview") }
    public static var readBill: Endpoint { .get("/v1/outings/{id}/bills/{bid}") }
    public static var correctBill: Endpoint { .put("/v1/outings/{id}/bills/{bid}") }
    public static var readBillVersion: Endpoint { .get("/v1/outings/{id}/bills/{bid}/versions/{version}") }
    public static var recordPayment: Endpoint { .post("/v1/outings/{id}/bills/{bid}/payments") }
    public static var reversePayment: Endpoint { .delete("/v1/outings/{id}/bills/{bid}/payments/{payment}") }
    public static var markTransferSent: Endpoint {
        .put("/v1/outings/{id}/bills/{bid}/transfers/{transfer}/sent")
    }
    public static var settleTransfer: Endpoint {
        .put("/v1/outings/{id}/bills/{bid}/transfers/{transfer}/state")
    }
    public static var nudgeDebtor: Endpoint {
        .post("/v1/outings/{id}/bills/{bid}/transfers/{transfer}/nudge")
    }
    public static var listPaymentOptions: Endpoint {
        .get("/v1/outings/{id}/bills/{bid}/transfers/{transfer}/options")
    }
    public static var readPaymentCode: Endpoint {
        .get("/v1/outings/{id}/bills/{bid}/transfers/{transfer}/options/{kind}/qr.svg")
    }
    public static var listPaymentLinks: Endpoint { .get("/v1/payment-links") }
    public static var listPayoutMethods: Endpoint { .get("/v1/me/payout-methods") }
    public static var replacePayoutMethod: Endpoint { .put("/v1/me/payout-methods/{kind}") }
    public static var removePayoutMethod: Endpoint { .delete("/v1/me/payout-methods/{kind}") }
}
