-- Which session gave the value, and the last event of its survey (survey_event) before that. No references: they outlive
-- both. Values from before have neither.
alter table answer
  add column edited_in uuid,
  add column event bigint;
alter table answer_history
  add column edited_in uuid,
  add column event bigint;

-- Up to which of its survey's events a session was last given a survey, or a section of one. By it a save that names no
-- revisions is known to repeat what was read. No reference to the survey, whose lock no reader waits for.
create table survey_reading (
  session_id uuid not null references session on delete cascade,
  part_id uuid not null,
  event bigint not null,
  primary key (session_id, part_id)
);
