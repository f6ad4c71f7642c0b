-- What a survey comes to where it is read whole, in bytes (surveys/weight.ts says what counts). Kept with it, so that
-- neither a save nor a reader has to add it up.
alter table survey add column bytes bigint not null default 0;
update survey set bytes =
  (select coalesce(sum(300 + octet_length(value) + octet_length(array_to_string(value_list, ''))), 0)
    from answer join sub_section on sub_section.id = answer.sub_section_id
    where answer.survey_id = survey.id and sub_section.deleted_at is null)
  + (select coalesce(sum(600 + octet_length(description) + coalesce(octet_length(shapes::text), 0)), 0)
    from media
    join answer on answer.id = media.answer_id
    join sub_section on sub_section.id = answer.sub_section_id
    where media.survey_id = survey.id
      and (sub_section.deleted_at is null or (media.late and media.dismissed_at is null)))
  + (select coalesce(sum(300 + octet_length(value) + octet_length(array_to_string(value_list, ''))), 0)
    from recovered_answer where survey_id = survey.id and handled_at is null);
