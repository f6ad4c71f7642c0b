-- 'Copied from Unit 3, not yet checked': the sub-section a value was copied from, until somebody touches it.
alter table answer add column copied_from uuid;
alter table answer_history add column copied_from uuid;

-- A drawing on a photo: the marked picture, which is shown in place of the photo, and its shapes for going on
-- drawing. drawn_at also stays behind a drawing that was taken away: what is older does not come back.
alter table media
  add column drawn_file_id uuid references stored_file,
  add column shapes jsonb,
  add column drawn_at timestamptz,
  add constraint media_drawing check ((drawn_file_id is null) = (shapes is null));
create index media_drawn_file on media (drawn_file_id) where drawn_file_id is not null;

-- A floor plan of a survey; plans are ordered by id, as sub-sections are. A deleted one leaves its row behind, so
-- that its id does not come back, and lets its file go.
create table plan (
  id uuid primary key,
  survey_id uuid not null references survey on delete cascade,
  name text not null,
  file_id uuid references stored_file,
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  constraint plan_file check ((file_id is null) = (deleted_at is not null))
);
create index plan_survey on plan (survey_id);
create index plan_file on plan (file_id) where file_id is not null;

-- Where a sub-section is on a plan, as shares of its sides. Without a place: taken away, which counts against
-- older pins that arrive later.
create table plan_pin (
  id uuid primary key,
  plan_id uuid not null references plan on delete cascade,
  survey_id uuid not null references survey on delete cascade,
  sub_section_id uuid not null references sub_section on delete cascade,
  x double precision check (x between 0 and 1),
  y double precision check (y between 0 and 1),
  edited_at timestamptz not null,
  unique (plan_id, sub_section_id),
  check ((x is null) = (y is null))
);
create index plan_pin_survey on plan_pin (survey_id);
create index plan_pin_sub_section on plan_pin (sub_section_id);
