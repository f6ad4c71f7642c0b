-- Templates that people make. The draft is what is edited; each published version is a row of `template`, whose series
-- is this id, and keeps the document that it was made from.
create table custom_form (
  id uuid primary key,
  name text not null,
  -- the whole FormDocument of contract/form-document.ts
  document jsonb not null,
  -- grows with every change of the draft
  revision integer not null default 0,
  archived_at timestamptz,
  created_at timestamptz not null default now(),
  -- null once the account is purged
  created_by uuid references account,
  updated_at timestamptz not null default now(),
  updated_by uuid references account
);
create index custom_form_list on custom_form (updated_at desc, id desc);

create table custom_form_version (
  form_id uuid not null references custom_form,
  version integer not null,
  template_id uuid not null references template,
  document jsonb not null,
  note text not null,
  published_at timestamptz not null default now(),
  published_by uuid references account,
  primary key (form_id, version)
);

-- How many surveys a version has.
create index survey_template on survey (template_id) where deleted_at is null;

-- Admins make templates, and whoever an admin lets.
alter table account add column may_make_templates boolean not null default false;
