-- Whose days a survey speaks of: the time zone of the device that made it, or the one that its owner chose since, by its
-- IANA name. Nobody knows that of a survey that is older than this.
alter table survey add column time_zone varchar(64);
