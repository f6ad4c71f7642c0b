-- Whether the owner's own report has the internal answers, marked: the owner's choice for each survey.
alter table survey add column show_internal boolean not null default false;

-- A pin keeps the number that it was first given on its plan. Those that are there keep what was shown.
alter table plan_pin add column number integer;
update plan_pin set number = counted.number
from (
  select plan_pin.id,
    row_number() over (
      partition by plan_pin.plan_id
      order by plan_pin.x is null or sub_section.deleted_at is not null, survey_section.position, sub_section.id
    ) as number
  from plan_pin
  join sub_section on sub_section.id = plan_pin.sub_section_id
  join survey_section on survey_section.id = sub_section.section_id
) as counted
where counted.id = plan_pin.id;
alter table plan_pin alter column number set not null;

-- Somebody looked at a photo or video that was copied from elsewhere in the survey.
alter table media add column copy_checked boolean not null default false;
