import type { Selectable } from 'kysely'
import type { Db } from '#server/context.ts'
import type { ShareLink } from '#server/db/tables.ts'

export type LinkRow = Selectable<ShareLink>

/**
 * Ends all guest access to a survey and returns how many links were closed. Always runs before a new link is
 * made (spec §4).
 */
export async function closeLinks(db: Db, surveyId: string, now: Date): Promise<number> {
  const closed = await db
    .updateTable('share_link')
    .set({ closed_at: now })
    .where('survey_id', '=', surveyId)
    .where('closed_at', 'is', null)
    .executeTakeFirst()
  return Number(closed.numUpdatedRows)
}

export async function openLink(
  db: Db,
  link: { id: string; token: string; surveyId: string; endsAt: Date | null },
  now: Date,
): Promise<LinkRow> {
  return db
    .insertInto('share_link')
    .values({
      id: link.id,
      token: link.token,
      survey_id: link.surveyId,
      ends_at: link.endsAt,
      created_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** The live link of a survey; null if there is none. */
export async function findLiveLink(db: Db, surveyId: string, now: Date): Promise<LinkRow | null> {
  const row = await db
    .selectFrom('share_link')
    .selectAll()
    .where('survey_id', '=', surveyId)
    .where('closed_at', 'is', null)
    .where((where) => where.or([where('ends_at', 'is', null), where('ends_at', '>', now)]))
    .executeTakeFirst()
  return row ?? null
}

/**
 * When the newest link of a survey passed its end date; null if it was revoked before that, or if there was
 * none.
 */
export async function findEndedLink(db: Db, surveyId: string, now: Date): Promise<Date | null> {
  const newest = await db
    .selectFrom('share_link')
    .select(['ends_at', 'closed_at'])
    .where('survey_id', '=', surveyId)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!newest?.ends_at || newest.ends_at > now) return null
  return newest.closed_at && newest.closed_at < newest.ends_at ? null : newest.ends_at
}

/** A link by its public id, with its survey and owner; includes closed links. */
export async function findLink(db: Db, id: string) {
  return linkStates(db).where('share_link.id', '=', id).executeTakeFirst()
}

/** Same, by the id that its signed addresses carry. */
export async function findLinkOfHolder(db: Db, holderId: string) {
  return linkStates(db).where('share_link.holder_id', '=', holderId).executeTakeFirst()
}

/** Links with everything that decides whether they are live. */
export function linkStates(db: Db) {
  return db
    .selectFrom('share_link')
    .innerJoin('survey', 'survey.id', 'share_link.survey_id')
    .innerJoin('account', 'account.id', 'survey.account_id')
    .select([
      'share_link.id',
      'share_link.holder_id',
      'share_link.token',
      'share_link.survey_id',
      'share_link.ends_at',
      'share_link.closed_at',
      'survey.account_id',
      'survey.deleted_at as survey_deleted_at',
      'account.deleted_at as account_deleted_at',
      'account.disabled_at as account_disabled_at',
    ])
}

export type LinkState = NonNullable<Awaited<ReturnType<typeof findLink>>>

export async function countView(db: Db, id: string): Promise<void> {
  await db
    .updateTable('share_link')
    .set((column) => ({ views: column('views', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

/** Closes links that have passed their end date, as if their owner had done it. */
export async function closeEndedLinks(db: Db, now: Date): Promise<void> {
  await db
    .updateTable('share_link')
    .set({ closed_at: now })
    .where('closed_at', 'is', null)
    .where('ends_at', '<=', now)
    .execute()
}
