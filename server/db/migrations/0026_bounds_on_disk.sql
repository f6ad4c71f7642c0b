-- Of a reply that is too large to be kept, `reply` holds what it is read again by.
alter table replay add column shortened boolean not null default false;
-- What the history of a survey's answers comes to.
alter table survey add column history_bytes bigint not null default 0;
update survey set history_bytes = kept.bytes
  from (
    select survey_id, sum(300 + octet_length(value) + octet_length(array_to_string(value_list, ''))) as bytes
    from answer_history group by survey_id) kept
  where kept.survey_id = survey.id;
