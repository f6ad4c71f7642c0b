-- The content of a submitted survey was changed; the next submit clears it.
alter table survey add column changed_since_submission boolean not null default false;
-- Of surveys from before: those that are submitted and no longer complete, as far as their counts say.
update survey set changed_since_submission = true where status = 'Completed' and filled < fillable
  and exists (
    select from template
    where template.id = survey.template_id
      and jsonb_path_exists(template.content, '$.sections[*].fields[*] ? (@.mandatory == true)'));
