import Mail
import Testing

@Suite struct HTMLMailTests {
    private func html(_ blocks: HTMLMail.Block...) -> String {
        HTMLMail(title: "Lunch <&>", language: "ar", direction: "rtl", blocks: blocks).render()
    }

    @Test func `texts and addresses are escaped`() {
        let html = html(.text("<b>&'\""), .link("https://noonish.test/?a=1&b=\"2"))

        #expect(html.contains("<title>Lunch &lt;&amp;&gt;</title>"))
        #expect(html.contains("&lt;b&gt;&amp;&#39;&quot;</p>"))
        #expect(html.contains(#"href="https://noonish.test/?a=1&amp;b=&quot;2""#))
    }

    @Test func `the language and its direction are stated`() {
        #expect(html().contains(#"<html lang="ar" dir="rtl">"#))
    }

    @Test func `blocks keep their order and say nothing of each other`() throws {
        let html = html(
            .heading("Zero"), .lead("Half\nOne"), .table([("When", "Two\nThree"), ("Where", "Four")]),
            .code("123456"),
            .button("Five", link: "https://noonish.test/"), .footer("Six", linkText: "Seven", link: "/stop"))

        var rest = html[...]
        for word in [
            "Zero", "Half<br>One", "When", "Two<br>Three", "Where", "Four", "123456", "Five", "Six", "Seven",
        ] {
            let range = try #require(rest.firstRange(of: word), "\(word) is missing or out of order")
            rest = rest[range.upperBound...]
        }
        #expect(html.ranges(of: "<table").count == 1)
        #expect(html.ranges(of: "<a ").count == 2)
        #expect(html.ranges(of: "<br>").count == 2)
    }
}
