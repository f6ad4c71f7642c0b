import { sql } from 'kysely'

/**
 * SQL for 'Created by' of a `survey` joined with its owner's `account`: the creator, even after a handover. If
 * the creator's account is purged, the current owner.
 */
export const creatorName = sql<string>`coalesce(
  (select maker.first_name || ' ' || maker.last_name from account maker where maker.id = survey.made_by),
  account.first_name || ' ' || account.last_name)`
