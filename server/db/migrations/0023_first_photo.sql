-- The list of surveys shows the first photo of each: found without reading the others.
create index media_first_photo on media (survey_id, created_at, id) where kind = 'photo';
