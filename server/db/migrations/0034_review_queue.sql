-- When a survey was submitted last; null: never. The review queue is in this order, which a review does not change.
alter table survey add column submitted_at timestamptz;
-- In milliseconds, as all that are written from now on.
update survey set submitted_at = date_trunc('milliseconds', updated_at) where status = 'Completed' or review is not null;

-- What the review queue filters by is in the index, so that the counts of a large team read no rows.
create index survey_submitted on survey (account_id, submitted_at, id) include (template_id, status, review)
  where submitted_at is not null and deleted_at is null;
create index survey_waiting on survey (account_id, submitted_at, id) include (template_id, review)
  where submitted_at is not null and deleted_at is null and status = 'Completed' and review is distinct from 'accepted';
