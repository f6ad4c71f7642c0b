import { sql } from 'kysely'

/**
 * 'Created by' of a `survey` with the `account` that owns it: whoever made it, also after it was handed over. An account
 * that is gone for good has taken its name along: then whoever has the survey now.
 */
export const creatorName = sql<string>`coalesce(
  (select maker.first_name || ' ' || maker.last_name from account maker where maker.id = survey.made_by),
  account.first_name || ' ' || account.last_name)`
