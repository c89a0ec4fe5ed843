package import HTTPTypes
package import Hummingbird
import Synchronization

/// Where a handler leaves the source of an answer that goes on, if the connection that asked can be given to it whole.
package final class Takeover: Sendable {
    private let given = Mutex<(any EventSource)?>(nil)

    package init() {}

    var source: (any EventSource)? {
        get { given.withLock(\.self) }
        set { given.withLock { $0 = newValue } }
    }
}

extension Response {
    /// An answer that goes on for as long as `source` or its reader wants.
    ///
    /// On a bare connection no task waits for it and nothing is copied; anywhere else (HTTP/1.0, HTTP/2, TLS) it is the
    /// body of an ordinary answer.
    package static func events(
        from source: any EventSource, to request: Request, headers: HTTPFields, in context: AppContext
    ) -> Response {
        if let takeover = context.takeover {
            takeover.source = source
            return Response(status: .ok, headers: headers)
        }
        let loop = context.loop
        return Response(
            status: .ok, headers: headers,
            body: ResponseBody { writer in
                let outlet = AnswerOutlet(source, on: loop)
                try await request.body.consumeWithInboundCloseHandler { _ in
                    try await outlet.run(&writer)
                } onInboundClosed: {
                    outlet.close()
                }
                try await writer.finish(nil)
            })
    }
}
