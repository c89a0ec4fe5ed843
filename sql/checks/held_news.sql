-- No deferred notices are overdue, apart from the minutes until a worker runs.
SELECT outing_id
  FROM held_news
 WHERE due_at < now() - interval '10 minutes';
