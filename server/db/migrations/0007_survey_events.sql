-- What changed in a survey, for those who have it open elsewhere. Written with the survey's row locked, so that within
-- a survey the ids grow in the order in which the changes become visible. Kept for a day, the newest of each survey
-- for longer: by it a reader knows that nothing was missed.
create table survey_event (
  id bigint generated always as identity primary key,
  survey_id uuid not null references survey on delete cascade,
  -- whose own changes are not told to it; no reference: what a session did outlives it
  session_id uuid not null,
  kind text not null check (kind in ('answers', 'survey', 'gone')),
  -- ids of the answers that changed; values are read when they are sent
  answers jsonb not null default '[]',
  created_at timestamptz not null default clock_timestamp()
);
create index survey_event_survey on survey_event (survey_id, id);

-- Which session added a repeated one; null of a section's first. Another device that adds one need not have seen it.
alter table sub_section add column added_by_session uuid;

-- A recovered answer that somebody put back, or wants to see no more.
alter table recovered_answer add column handled_at timestamptz;

-- A photo or video that came when its sub-section was deleted already: recovered, until it is put elsewhere or dismissed.
-- Set here, so that no way in which media arrive can forget it. Those that were there before are deleted with theirs.
alter table media
  add column late boolean not null default false,
  add column dismissed_at timestamptz;
create function media_arrives() returns trigger language plpgsql as $$
begin
  new.late := exists (
    select from answer join sub_section on sub_section.id = answer.sub_section_id
    where answer.id = new.answer_id and sub_section.deleted_at is not null);
  return new;
end $$;
create trigger media_arrives before insert on media for each row execute function media_arrives();
create index media_late on media (survey_id) where late;
-- Who sent it. No reference: the name goes with the account, the photo stays with the survey.
alter table upload add column added_by uuid;
