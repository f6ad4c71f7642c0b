-- For programs that keep a copy of the surveys: when the set of readers last changed, beside updated_at.
alter table survey add column access_changed_at timestamptz;

-- Which account lost which survey. No references: it outlives both.
create table lost_survey (
  account_id uuid not null,
  survey_id uuid not null,
  lost_at timestamptz not null,
  primary key (account_id, survey_id)
);
create index lost_survey_time on lost_survey (lost_at);

create function note_lost_survey(account uuid, survey uuid) returns void language sql as $$
  insert into lost_survey (account_id, survey_id, lost_at) values (account, survey, clock_timestamp())
  on conflict (account_id, survey_id) do update set lost_at = excluded.lost_at
$$;

create function survey_access_changes() returns trigger language plpgsql as $$
begin
  new.access_changed_at = clock_timestamp();
  if new.account_id <> old.account_id then
    perform note_lost_survey(old.account_id, old.id);
  end if;
  return new;
end $$;
create trigger survey_access_changes before update of account_id, deleted_at on survey for each row
  when (new.account_id <> old.account_id or new.deleted_at is distinct from old.deleted_at)
  execute function survey_access_changes();

create function survey_is_removed() returns trigger language plpgsql as $$
begin
  perform note_lost_survey(old.account_id, old.id);
  return null;
end $$;
create trigger survey_is_removed after delete on survey for each row execute function survey_is_removed();

create function survey_is_shared() returns trigger language plpgsql as $$
begin
  update survey set access_changed_at = clock_timestamp() where id = new.survey_id;
  return null;
end $$;
create trigger survey_is_shared after insert or update of account_id, role on survey_member for each row
  execute function survey_is_shared();

create function survey_is_unshared() returns trigger language plpgsql as $$
begin
  perform note_lost_survey(old.account_id, old.survey_id);
  return null;
end $$;
create trigger survey_is_unshared after delete on survey_member for each row when (old.account_id is not null)
  execute function survey_is_unshared();
