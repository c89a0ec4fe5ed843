import Foundation
import Money
import Testing

@testable import Localization

struct AmountTests {
    @Test(arguments: [
        ("en", "en-GB", "You owe €12.40"), ("fi", "fi", "You owe 12,40\u{A0}€"),
        ("ja", "ja", "You owe €12.40"), ("ar", "ar-EG", "You owe \u{200F}١٢٫٤٠\u{A0}€"),
    ])
    func `a sentence has an amount as its reader writes it`(tag: String, locale: String, sentence: String)
        throws
    {
        let language = Language(
            tag: tag, locale: Locale(identifier: locale),
            messages: ["owe": try MessageParser.read("You owe {amount}")])
        let money = Money(1_240, try #require(Currency("EUR")))

        #expect(language.say("owe", ["amount": .words(language.amount(money))]) == sentence)
    }
}
