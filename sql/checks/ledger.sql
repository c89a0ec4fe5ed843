-- Every entry balances in each currency and has at least two postings; a bill that is settled has no account above or below
-- zero; a reversal is the opposite of its entry.
SELECT e.id
  FROM ledger_entry AS e
  LEFT JOIN ledger_posting AS p ON p.book = e.book AND p.book_id = e.book_id AND p.entry_id = e.id
 GROUP BY e.book, e.book_id, e.id
HAVING count(p.number) < 2
UNION ALL
SELECT p.entry_id
  FROM ledger_posting AS p
 GROUP BY p.book, p.book_id, p.entry_id, p.currency
HAVING sum(p.amount_minor) <> 0
UNION ALL
SELECT b.id
  FROM bill AS b
  JOIN ledger_entry AS e ON e.outing_id = b.outing_id AND e.bill_id = b.id
  JOIN ledger_posting AS p ON p.book = e.book AND p.book_id = e.book_id AND p.entry_id = e.id
 WHERE b.settled_at IS NOT NULL
 GROUP BY b.outing_id, b.id, p.account, p.person_id
HAVING sum(p.amount_minor) <> 0
UNION ALL
SELECT e.id
  FROM ledger_entry AS e
  JOIN ledger_posting AS p
    ON p.book = e.book AND p.book_id = e.book_id AND p.entry_id IN (e.id, e.reverses_id)
 WHERE e.reverses_id IS NOT NULL
 GROUP BY e.book, e.book_id, e.id, p.account, p.person_id, p.currency
HAVING sum(p.amount_minor) <> 0;
