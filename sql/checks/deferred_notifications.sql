-- News is held no longer than it should be, but for the minutes in which no worker looks.
SELECT outing_id
  FROM deferred_notification
 WHERE due_at < now() - interval '10 minutes';
