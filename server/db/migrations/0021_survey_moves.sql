-- The versions of its template that a survey followed besides the one that it follows now: what devices send that have
-- not heard of a move is understood by them.
alter table survey add column earlier_templates uuid[] not null default '{}';

-- An answer that has no place in the version of now names here the field that it was given for. Its template_field_id
-- is then its own id, which is no field's: a place never has two answers.
alter table answer add column earlier_field_id uuid;
create index answer_earlier on answer (survey_id) where earlier_field_id is not null;

-- Ids by which devices know answers of sub-sections that they added under another version.
create table answer_alias (
  id uuid primary key,
  survey_id uuid not null references survey on delete cascade,
  answer_id uuid not null references answer on delete cascade
);
create index answer_alias_survey on answer_alias (survey_id);
create index answer_alias_answer on answer_alias (answer_id);

create table survey_move (
  id uuid primary key,
  survey_id uuid not null references survey on delete cascade,
  from_template_id uuid not null references template,
  to_template_id uuid not null references template,
  -- no reference: the name goes with the account, the move stays with the survey
  moved_by uuid not null,
  moved_at timestamptz not null,
  -- where answers stood of which the place does not follow from their keys (survey/move/record.ts)
  record jsonb not null,
  undone_at timestamptz
);
create index survey_move_survey on survey_move (survey_id, moved_at);
