-- Signed addresses of a link's files name it by this id, which opens nothing: the link's own id opens the whole report.
alter table share_link add column holder_id uuid not null default gen_random_uuid();
create unique index share_link_holder on share_link (holder_id);
-- A deleted survey's link ends with it, also if the survey is restored.
update share_link set closed_at = survey.deleted_at
  from survey where survey.id = share_link.survey_id and survey.deleted_at is not null and closed_at is null;
