-- Templates that ship and that an admin hid: no new surveys are offered with them. Surveys that have one keep it.
create table hidden_template (
  -- of `template`
  series text primary key,
  hidden_at timestamptz not null default now()
);
