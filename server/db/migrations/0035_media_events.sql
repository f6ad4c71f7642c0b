-- 'media': only the files of the named answers changed.
alter table survey_event drop constraint survey_event_kind_check;
alter table survey_event add constraint survey_event_kind_check
  check (kind in ('answers', 'media', 'survey', 'gone'));
