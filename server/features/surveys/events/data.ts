import { type RawBuilder, sql } from 'kysely'
import type { Context, Db } from '#server/context.ts'
import { publishSurvey } from '#server/db/notifications.ts'
import { afterCommit } from '#server/db/transaction.ts'
import type { Origin } from '#server/features/audit/record.ts'
import type { AccountIdentity } from '#server/http/authenticate.ts'
import { isReadableBy, type Reader } from '../access.ts'

/** The author, time and origin of a change. Every call of a signed-in account is one. */
export interface Actor extends Origin {
  readonly account: Pick<AccountIdentity, 'id' | 'limits' | 'sessionId'>
  readonly context: Pick<Context, 'config'>
}

/**
 * `answers`: only values of these answers; `media`: only their files; `survey`: anything else; `gone`: the
 * survey is no longer readable.
 */
export type Change =
  | { readonly kind: 'answers' | 'media'; readonly answers: readonly string[] }
  | { readonly kind: 'survey' | 'gone' }

/**
 * Notifies all open devices of a change, once the transaction is committed. Every write on a survey calls this,
 * through the few functions that mark it as edited (data.ts, save/save.ts, lifecycle/data.ts). The caller
 * holds the survey's lock, so event ids grow in commit order.
 */
export async function recordChange(
  db: Db,
  surveyId: string,
  by: Pick<Actor, 'account'>,
  change: Change,
): Promise<void> {
  await eventOf(surveyId, by, change).execute(db)
  publishOnceCommitted(db, surveyId)
}

/** The event as part of a writing statement; adds none for null. */
export function eventOf(
  surveyId: string,
  { account }: Pick<Actor, 'account'>,
  change: Change | null,
): RawBuilder<unknown> {
  const answers = change && 'answers' in change ? change.answers : []
  return sql`insert into survey_event (survey_id, session_id, kind, answers)
    select ${surveyId}::uuid, ${account.sessionId}::uuid, ${change?.kind ?? ''}::text, ${JSON.stringify(answers)}::jsonb
    where ${change !== null}::boolean`
}

/** Call after adding an event with `eventOf`. */
export function publishOnceCommitted(db: Db, surveyId: string): void {
  afterCommit(db, (pool) => publishSurvey(pool, surveyId))
}

export const readAtOnce = 200
/** With more changed answers than this, reading the survey again is cheaper. */
export const answersAtOnce = 500
const deletedAtOnce = 5_000

export interface EventRow {
  readonly id: number
  readonly sessionId: string
  readonly kind: string
  /** The answers whose values (kind `answers`) or files (kind `media`) changed. */
  readonly answers: readonly string[]
}

/** Returns up to `readAtOnce` events, in commit order. The answer ids of very large saves are not read. */
export async function readEvents(db: Db, surveyId: string, after: number): Promise<readonly EventRow[]> {
  return db
    .selectFrom('survey_event')
    .select(['id', 'session_id as sessionId'])
    .select(sql<string>`case when ${tooMany} then 'survey' else kind end`.as('kind'))
    .select(sql<string[]>`case when ${tooMany} then '[]' else answers end`.as('answers'))
    .where('survey_id', '=', surveyId)
    .where('id', '>', after)
    .orderBy('id')
    .limit(readAtOnce)
    .execute()
}

const tooMany = sql<boolean>`jsonb_array_length(answers) > ${sql.lit(answersAtOnce)}`

/** Returns a survey's newest event (0 if none), and whether all events after `id` are still stored. */
export async function findPlace(
  db: Db,
  surveyId: string,
  id: number,
): Promise<{ readonly latest: number; readonly known: boolean }> {
  const { rows } = await sql<{ latest: number; known: boolean }>`
    select coalesce((select max(id) from survey_event where survey_id = ${surveyId}), 0) as latest,
      exists (select from survey_event where survey_id = ${surveyId} and id = ${id}) as known`.execute(db)
  const { latest, known } = rows[0] ?? { latest: 0, known: false }
  return { latest, known: known || latest === id }
}

/** The survey properties sent with its events; undefined once it is deleted. */
export async function readEdited(db: Db, surveyId: string) {
  return db
    .selectFrom('survey')
    .select(['status', 'filled', 'fillable', 'updated_at as lastEdited'])
    .where('id', '=', surveyId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}

export type EditedSurvey = NonNullable<Awaited<ReturnType<typeof readEdited>>>

/** Current values of these answers in existing sub-sections. */
export async function readChanged(db: Db, surveyId: string, ids: readonly string[]) {
  return db
    .selectFrom('answer')
    .innerJoin('sub_section', 'sub_section.id', 'answer.sub_section_id')
    .leftJoin('account', 'account.id', 'answer.edited_by')
    .select([
      'answer.id',
      'answer.value',
      'answer.value_list as values',
      'answer.revision',
      'answer.edited_at as editedAt',
      'answer.copied_from as copiedFrom',
    ])
    .select(sql<string>`coalesce(account.first_name || ' ' || account.last_name, '')`.as('editor'))
    .where('answer.id', '=', sql<string>`any(${ids}::uuid[])`)
    .where('answer.survey_id', '=', surveyId)
    .where('sub_section.deleted_at', 'is', null)
    .execute()
}

export type ChangedAnswer = Awaited<ReturnType<typeof readChanged>>[number]

/** Returns the sessions of those readers that may read the survey now. Asks once for all sessions of a person. */
export async function findReaders(
  db: Db,
  surveyId: string,
  readers: readonly (Reader & { readonly sessionId: string })[],
): Promise<ReadonlySet<string>> {
  const allowed = new Set<string>()
  const byReader = Map.groupBy(readers, ({ id, limits, sessionId }) => (limits ? sessionId : id))
  for (const same of byReader.values()) {
    const [reader] = same
    if (!reader) continue
    const row = await db
      .selectFrom('survey')
      .select('survey.id')
      .where('survey.id', '=', surveyId)
      .where('survey.deleted_at', 'is', null)
      .where(isReadableBy(reader))
      .executeTakeFirst()
    if (row) for (const { sessionId } of same) allowed.add(sessionId)
  }
  return allowed
}

/** Deletes events before `moment` in batches; the newest of each survey stays. */
export async function forgetOldEvents(db: Db, moment: Date): Promise<void> {
  for (;;) {
    const { numAffectedRows } = await sql`
      delete from survey_event where id = any(array(
        select old.id from survey_event old
        where old.created_at < ${moment} and exists (
          select from survey_event later where later.survey_id = old.survey_id and later.id > old.id)
        order by old.id limit ${deletedAtOnce}))`.execute(db)
    if ((numAffectedRows ?? 0n) < deletedAtOnce) return
  }
}
