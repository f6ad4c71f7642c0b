-- Who else has a survey beside its owner, for editing or for reading.
create table survey_member (
  id uuid primary key,
  survey_id uuid not null references survey on delete cascade,
  -- as the owner typed it, lower-case; whether anybody has an account with it is not said
  email text not null,
  -- null until an account has proven that it has this address
  account_id uuid references account,
  role text not null check (role in ('editor', 'viewer')),
  added_by uuid not null references account,
  created_at timestamptz not null default now(),
  -- the owner learns a name only after this
  opened_at timestamptz,
  constraint survey_member_email_lower check (email = lower(email)),
  constraint survey_member_email unique (survey_id, email),
  constraint survey_member_account unique (survey_id, account_id)
);
create index survey_member_of_account on survey_member (account_id) where account_id is not null;
create index survey_member_of_email on survey_member (email);

-- Gives an account what was shared with its address, at the moment when it has proven it, wherever that happens. An
-- account that only claims the address gets nothing. The lock is also held by who adds a member: of the two at the same
-- moment, one sees the other.
create function join_shared_surveys() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('survey_member ' || new.email, 0));
  update survey_member set account_id = new.id, opened_at = null
  where email = new.email
    and (account_id is null or exists (
      select from account where account.id = survey_member.account_id and account.deleted_at is not null))
    and not exists (
      select from survey where survey.id = survey_member.survey_id and survey.account_id = new.id)
    and not exists (
      select from survey_member other
      where other.survey_id = survey_member.survey_id and other.account_id = new.id);
  return null;
end $$;
create trigger account_email_proven after insert or update of email, email_proven_at, deleted_at on account for each row
  when (new.email_proven_at is not null and new.email is not null and new.deleted_at is null)
  execute function join_shared_surveys();
