/// The group order of an outing.
extension Endpoint {
    public static var openOrder: Endpoint { Endpoint(.post, "/v1/outings/{id}/order") }
    public static var readOrder: Endpoint { Endpoint(.get, "/v1/outings/{id}/order") }
    public static var editOrder: Endpoint { Endpoint(.patch, "/v1/outings/{id}/order") }
    public static var moveOrder: Endpoint { Endpoint(.post, "/v1/outings/{id}/order/transitions") }
    public static var addOrderLine: Endpoint { Endpoint(.post, "/v1/outings/{id}/order/lines") }
    public static var repeatOrderLines: Endpoint { Endpoint(.post, "/v1/outings/{id}/order/lines/again") }
    public static var editOrderLine: Endpoint { Endpoint(.patch, "/v1/outings/{id}/order/lines/{lid}") }
    public static var strikeOrderLine: Endpoint { Endpoint(.delete, "/v1/outings/{id}/order/lines/{lid}") }
    public static var restoreOrderLine: Endpoint {
        Endpoint(.post, "/v1/outings/{id}/order/lines/{lid}/restore")
    }
    public static var passOrder: Endpoint { Endpoint(.put, "/v1/outings/{id}/order/pass") }
    public static var withdrawOrderPass: Endpoint { Endpoint(.delete, "/v1/outings/{id}/order/pass") }
    public static var nudgeOrder: Endpoint { Endpoint(.post, "/v1/outings/{id}/order/nudge") }
    public static var readOrderSheet: Endpoint { Endpoint(.get, "/v1/outings/{id}/order/sheet") }
    public static var listOwnOrders: Endpoint { Endpoint(.get, "/v1/me/orders") }
    public static var listOrderEvents: Endpoint { Endpoint(.get, "/v1/outings/{id}/order/events") }
}
