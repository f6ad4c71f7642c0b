-- What the second form of 0007_survey_events.sql lacked.
alter table sub_section add column added_by_session uuid;
