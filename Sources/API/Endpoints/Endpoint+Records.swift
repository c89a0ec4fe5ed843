/// What a venue has sold, its invoices and customers, and the saved filters of both.
extension Endpoint {
    public static var listSales: Endpoint { .get("/v1/venues/{id}/sales") }
    public static var recordSale: Endpoint { .post("/v1/venues/{id}/sales") }
    public static var readSale: Endpoint { .get("/v1/venues/{id}/sales/{saleId}") }
    public static var voidSale: Endpoint { .post("/v1/venues/{id}/sales/{saleId}/void") }
    public static var addSaleTip: Endpoint { .post("/v1/venues/{id}/sales/{saleId}/tips") }
    public static var writeInvoice: Endpoint { .post("/v1/venues/{id}/sales/{saleId}/invoice") }
    public static var listInvoices: Endpoint { .get("/v1/venues/{id}/invoices") }
    public static var readInvoice: Endpoint { .get("/v1/venues/{id}/invoices/{invoiceId}") }
    public static var sumSales: Endpoint { .get("/v1/venues/{id}/records/sales") }
    public static var exportSales: Endpoint { .get("/v1/venues/{id}/records/lines") }
    public static var exportCustomers: Endpoint { .get("/v1/venues/{id}/records/customers") }
    public static var compareStock: Endpoint { .get("/v1/venues/{id}/records/stock") }
    public static var timeOrders: Endpoint { .get("/v1/venues/{id}/records/times") }
    public static var listCustomers: Endpoint { .get("/v1/venues/{id}/customers") }
    public static var addCustomer: Endpoint { .post("/v1/venues/{id}/customers") }
    public static var readCustomer: Endpoint { .get("/v1/venues/{id}/customers/{customerId}") }
    public static var editCustomer: Endpoint { .patch("/v1/venues/{id}/customers/{customerId}") }
    public static var deleteCustomer: Endpoint { .delete("/v1/venues/{id}/customers/{customerId}") }
    public static var restoreCustomer: Endpoint { .post("/v1/venues/{id}/customers/{customerId}/restore") }
    public static var mergeCustomers: Endpoint { .post("/v1/venues/{id}/customers/{customerId}/merge") }
    public static var listCustomerChanges: Endpoint { .get("/v1/venues/{id}/customers/{customerId}/changes") }
    public static var listFilters: Endpoint { .get("/v1/venues/{id}/filters") }
    public static var saveFilter: Endpoint { .post("/v1/venues/{id}/filters") }
    public static var replaceFilter: Endpoint { .put("/v1/venues/{id}/filters/{filterId}") }
    public static var deleteFilter: Endpoint { .delete("/v1/venues/{id}/filters/{filterId}") }
}
