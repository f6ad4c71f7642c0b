-- 'Copied from Unit 3, not yet checked': the sub-section a value was copied from, until somebody touches it.
alter table answer add column copied_from uuid;
