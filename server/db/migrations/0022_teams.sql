-- People who work together. What somebody is granted holds for the surveys of the others in the team; their own are
-- theirs anyway.
create table team (
  id uuid primary key,
  name text not null,
  created_at timestamptz not null default now()
);
create table team_member (
  team_id uuid not null references team on delete cascade,
  account_id uuid not null references account,
  -- each holds what stands before it
  granted text not null check (granted in ('none', 'read', 'review', 'edit')),
  created_at timestamptz not null default now(),
  primary key (account_id, team_id)
);
create index team_member_team on team_member (team_id);

-- What one account is granted with the surveys of another, by any team that both are in: 0 nothing, 1 read, 2 review,
-- 3 edit. Asked wherever it is asked who may read a survey.
create function team_grant(reader uuid, owner uuid) returns integer language sql stable as $$
  select coalesce(max(array_position(array['read', 'review', 'edit'], mine.granted)), 0)
  from team_member mine join team_member theirs on theirs.team_id = mine.team_id
  where mine.account_id = reader and theirs.account_id = owner and reader <> owner
$$;

-- A survey of the team that somebody opened is on their devices like one that was shared with them, for a while.
create table team_opened (
  account_id uuid not null references account,
  survey_id uuid not null references survey on delete cascade,
  opened_at timestamptz not null,
  primary key (account_id, survey_id)
);
create index team_opened_survey on team_opened (survey_id);

-- What a reviewer said last; null where nobody did, or an accepted survey was changed since.
alter table survey add column review text check (review in ('sent_back', 'resubmitted', 'accepted'));

create table survey_review (
  id uuid primary key,
  survey_id uuid not null references survey on delete cascade,
  kind text not null check (kind in ('sent_back', 'resubmitted', 'accepted', 'taken_back')),
  -- no reference: the name goes with the account, what was said stays with the survey
  done_by uuid not null,
  done_at timestamptz not null,
  message text not null default ''
);
create index survey_review_survey on survey_review (survey_id, done_at);

-- What was said to single answers when a survey was sent back.
create table review_note (
  id uuid primary key,
  review_id uuid not null references survey_review on delete cascade,
  answer_id uuid not null references answer on delete cascade,
  note text not null
);
create index review_note_review on review_note (review_id);
create index review_note_answer on review_note (answer_id);
