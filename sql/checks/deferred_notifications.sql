-- Notifications are deferred no longer than they should be, apart from minutes without a worker.
SELECT outing_id
  FROM deferred_notification
 WHERE due_at < now() - interval '10 minutes';
