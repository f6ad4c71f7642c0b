-- Of a reply that is too large to be kept, `reply` holds what it is read again by.
alter table replay add column shortened boolean not null default false;
