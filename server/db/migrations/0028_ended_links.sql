-- A guest link that opens nothing is closed for good: enabling the account or a new owner does not reopen it.
update share_link set closed_at = now()
  from survey join account on account.id = survey.account_id
  where survey.id = share_link.survey_id and share_link.closed_at is null
    and (survey.deleted_at is not null or account.deleted_at is not null or account.disabled_at is not null);
