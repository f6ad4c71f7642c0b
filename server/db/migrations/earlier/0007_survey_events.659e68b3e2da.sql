-- What the first form of 0007_survey_events.sql lacked.
alter table sub_section add column added_by_session uuid;
alter table media add column late boolean not null default false;
create function media_arrives() returns trigger language plpgsql as $$
begin
  new.late := exists (
    select from answer join sub_section on sub_section.id = answer.sub_section_id
    where answer.id = new.answer_id and sub_section.deleted_at is not null);
  return new;
end $$;
create trigger media_arrives before insert on media for each row execute function media_arrives();
create index media_late on media (survey_id) where late;
