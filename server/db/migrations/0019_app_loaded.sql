-- How often the app was opened, a number for each day (UTC) and nothing else. Empty unless ANALYTICS is set.
create table app_loaded (
  day date primary key,
  count bigint not null default 0
);
