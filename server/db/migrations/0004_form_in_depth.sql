-- 'Copied from Unit 3, not yet checked': the sub-section a value was copied from, until somebody touches it.
alter table answer add column copied_from uuid;

-- A drawing on a photo: the marked picture, which is shown in place of the photo, and its shapes for going on
-- drawing. drawn_at also stays behind a drawing that was taken away: what is older does not come back.
alter table media
  add column drawn_file_id uuid references stored_file,
  add column shapes jsonb,
  add column drawn_at timestamptz,
  add constraint media_drawing check ((drawn_file_id is null) = (shapes is null));
create index media_drawn_file on media (drawn_file_id) where drawn_file_id is not null;
