import Access
import Foundation
import NoonishAPI
import Postgres
import Restaurants

/// The published contacts of a restaurant, `r` in its columns, by which a claim is proven.
@Row
struct RestaurantContact: PostgresRow {
    @Column("r.id") let id: RestaurantID
    @Column("r.name") let name: String
    @Column("coalesce(r.extra ->> 'email', r.extra ->> 'contact:email')") let publishedEmail: String?
    @Column("r.website") let website: String?
    /// Whether a contact changed a short time ago, so that it proves nothing yet.
    @Column("r.contact_changed_at > now() - interval '14 days'") let isFresh: Bool
    /// `nil` if no one runs the restaurant here.
    @Column("(SELECT v.state FROM venue AS v WHERE v.restaurant_id = r.id)") let venue: Venue.State?

    /// The published email in lower case, if it is an address.
    var email: String? {
        publishedEmail.flatMap { text in
            text.wholeMatch(of: /[^\s@,;<>]+@[^\s@,;<>]+\.[^\s@,;<>]+/).map { _ in text.lowercased() }
        }
    }

    var isClaimed: Bool { venue == .provisional || venue == .verified }

    /// The host of the website without `www.`, if the host is the restaurant's own: its address has no path, and no platform or
    /// mail provider gives such addresses to its users.
    var domain: String? {
        guard let url = website.flatMap({ URL(string: $0) }), let host = url.host()?.lowercased(),
            ["", "/"].contains(url.path())
        else { return nil }
        let domain = host.hasPrefix("www.") ? String(host.dropFirst(4)) : host
        guard !SharedHosts.contains(domain) else { return nil }
        return domain
    }

    /// Returns whether a code that is mailed to `address` proves the claim.
    ///
    /// - Parameter address: In lower case.
    func trusts(_ address: String) -> Bool {
        if address == email { return true }
        guard let domain else { return false }
        return address.hasSuffix("@" + domain)
    }

    var wire: ClaimOptions {
        ClaimOptions(
            restaurant: id, name: name, isClaimed: isClaimed, contactIsFresh: isFresh, email: email,
            domain: domain, website: website)
    }
}

extension Query where Row == RestaurantContact {
    static func contact(of restaurant: RestaurantID) -> Self {
        Query(
            "venues.read_contact",
            """
            SELECT \(fragment: RestaurantContact.columns)
              FROM restaurant AS r
             WHERE r.id = \(restaurant) AND r.vanished_at IS NULL
            """)
    }
}

/// Hosts whose users have pages or mailboxes there without owning the host.
enum SharedHosts {
    static func contains(_ domain: String) -> Bool {
        names.contains { domain == $0 || domain.hasSuffix("." + $0) }
    }

    private static let names: Set<String> = [
        // Mail
        "gmail.com", "googlemail.com", "outlook.com", "hotmail.com", "live.com", "yahoo.com", "yahoo.co.jp",
        "icloud.com", "me.com", "aol.com", "gmx.de", "gmx.net", "web.de", "t-online.de", "mail.ru",
        "yandex.ru", "qq.com", "163.com", "proton.me", "protonmail.com", "luukku.com", "kolumbus.fi",
        "orange.fr", "wanadoo.fr", "free.fr", "libero.it", "naver.com", "docomo.ne.jp", "ezweb.ne.jp",
        // Networks and guides
        "facebook.com", "instagram.com", "x.com", "twitter.com", "tiktok.com", "youtube.com", "linktr.ee",
        "google.com", "goo.gl", "maps.app.goo.gl", "business.site", "tripadvisor.com", "yelp.com",
        "foursquare.com", "tabelog.com", "gnavi.co.jp", "hotpepper.jp", "retty.me", "line.me", "wa.me",
        "whatsapp.com", "zomato.com", "thefork.com", "opentable.com", "quandoo.com", "resy.com",
        // Ordering
        "wolt.com", "foodora.com", "ubereats.com", "deliveroo.com", "lieferando.de", "just-eat.com",
        "doordash.com", "grubhub.com", "talabat.com", "order.online", "toasttab.com", "square.site",
        // Builders and hosts
        "wordpress.com", "blogspot.com", "wixsite.com", "wix.com", "weebly.com", "squarespace.com",
        "webflow.io", "github.io", "gitlab.io", "netlify.app", "vercel.app", "pages.dev", "web.app",
        "firebaseapp.com", "herokuapp.com", "jimdo.com", "jimdosite.com", "jimdofree.com", "godaddysites.com",
        "strikingly.com", "carrd.co", "notion.site", "sites.google.com", "tumblr.com", "shopify.com",
        "myshopify.com", "eatbu.com", "metro.rest", "bit.ly", "t.co",
    ]
}
