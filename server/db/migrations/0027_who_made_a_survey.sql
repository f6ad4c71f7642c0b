-- Who made a survey that was handed over since. Null: its owner did.
alter table survey add column made_by uuid references account (id) on delete set null;
create index survey_made_by on survey (made_by) where made_by is not null;
