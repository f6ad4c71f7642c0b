-- Stored replies that tell a whole survey go with it when it is deleted for good.
alter table replay add column survey_id uuid;
create index replay_survey on replay (survey_id) where survey_id is not null;
