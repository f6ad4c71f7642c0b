-- How far to the right a photo is turned, in degrees: its marked picture is turned so, and its shapes lie on the turned
-- photo. A turned photo without a drawing has an empty list of shapes.
alter table media
  add column turned smallint not null default 0,
  add constraint media_turned check (turned in (0, 90, 180, 270) and (turned = 0 or drawn_file_id is not null));
