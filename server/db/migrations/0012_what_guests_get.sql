-- Copies that were made of a video's own samples may still hold the place. They are made again, of its pictures.
delete from rendition where name = 'guest';
-- How often a copy for guests was begun: a video that ends the server each time is not tried for ever.
alter table stored_file add column copy_attempts smallint not null default 0;
create index stored_file_uncopied on stored_file (created_at) where kind = 'video' and copy_attempts < 3;
-- Whether guests see the answers that are places: the owner's choice for each survey.
alter table survey add column show_positions boolean not null default false;
