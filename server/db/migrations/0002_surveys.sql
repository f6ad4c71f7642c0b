-- Templates are data; each version is a row of its own, which surveys pin.
create table template (
  id uuid primary key,
  series text not null,
  version integer not null,
  name text not null,
  -- the whole Template of survey/template.ts
  content jsonb not null,
  created_at timestamptz not null default now(),
  unique (series, version)
);

create table survey (
  id uuid primary key,
  account_id uuid not null references account,
  template_id uuid not null references template,
  survey_name text not null,
  owner_name text not null,
  status text not null check (status in ('Started', 'Completed')),
  -- how many of the fields that count for the progress are filled; kept so that list and auto-save read no answers
  filled integer not null default 0,
  fillable integer not null,
  show_media boolean not null,
  hide_empty boolean not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
create index survey_list on survey (account_id, created_at desc, id desc) where deleted_at is null;
create index survey_deleted on survey (deleted_at) where deleted_at is not null;

create table survey_section (
  id uuid primary key,
  survey_id uuid not null references survey on delete cascade,
  template_section_id uuid not null,
  position integer not null,
  unique (survey_id, template_section_id)
);

create table sub_section (
  id uuid primary key,
  survey_id uuid not null references survey on delete cascade,
  section_id uuid not null references survey_section on delete cascade,
  created_at timestamptz not null default now(),
  -- a tombstone: a late save is recognised and kept as a recovered answer
  deleted_at timestamptz
);
create index sub_section_survey on sub_section (survey_id);
create index sub_section_section on sub_section (section_id);

create table answer (
  id uuid primary key,
  survey_id uuid not null references survey on delete cascade,
  sub_section_id uuid not null references sub_section on delete cascade,
  template_field_id uuid not null,
  value text not null default '',
  value_list text[] not null default '{}',
  revision integer not null default 0,
  edited_at timestamptz,
  -- edited_at by the device's own clock, as it was sent: a save that comes again is recognised by it
  sent_at timestamptz,
  edited_by uuid references account,
  unique (sub_section_id, template_field_id)
);
create index answer_survey on answer (survey_id);

-- Every value that an answer had before, or that lost against a later one.
create table answer_history (
  id uuid primary key,
  answer_id uuid not null references answer on delete cascade,
  survey_id uuid not null references survey on delete cascade,
  value text not null,
  value_list text[] not null,
  revision integer not null,
  edited_at timestamptz,
  sent_at timestamptz,
  edited_by uuid references account,
  outcome text not null check (outcome in ('replaced', 'lost')),
  received_at timestamptz not null default now()
);
create index answer_history_answer on answer_history (answer_id, received_at);
create index answer_history_survey on answer_history (survey_id);

-- Values that arrived for a sub-section which was already deleted.
create table recovered_answer (
  -- follows from answer and value, so that a save that comes again adds nothing
  id uuid primary key,
  answer_id uuid not null references answer on delete cascade,
  survey_id uuid not null references survey on delete cascade,
  value text not null,
  value_list text[] not null,
  edited_at timestamptz,
  edited_by uuid references account,
  received_at timestamptz not null default now()
);
create index recovered_answer_answer on recovered_answer (answer_id);
create index recovered_answer_survey on recovered_answer (survey_id);
