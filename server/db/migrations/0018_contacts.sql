-- An account's own contacts: people at the properties, whose cards it makes and whom its surveys name.
create table contact (
  id uuid primary key,
  account_id uuid not null references account,
  -- the fields of the card's form, as the contract has them
  card jsonb not null,
  -- on the device that changed it last: of two changes the later stands
  changed_at timestamptz not null,
  created_at timestamptz not null
);
create index contact_of_account on contact (account_id);
