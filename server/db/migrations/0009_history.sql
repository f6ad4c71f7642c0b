-- Each start of the program on these data, in their order. A device remembers the start that it was told of and how many
-- writes it had: data that were put back to an earlier copy do not have that start, or have fewer writes of it.
create table server_start (
  id uuid primary key,
  place integer generated always as identity unique,
  started_at timestamptz not null,
  -- the number of the last write before the next start, as far as it was noted
  reached bigint not null
);

-- Of each write that came with a key, given with the write itself. Replies from before have none.
create sequence write_number;
alter table replay add column number bigint;
alter table replay alter column number set default nextval('write_number');
create index replay_number on replay (number);
