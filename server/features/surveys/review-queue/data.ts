import { type RawBuilder, sql } from 'kysely'
import type { SurveyFilter } from '#contract/rules/survey-list.ts'
import type { QueueState } from '#contract/surveys/review-queue.ts'
import type { Db } from '#server/context.ts'
import { isReviewableBy, type Reader, roleFor } from '../access.ts'
import { matching } from '../list/data.ts'

/** Its days are those of the submission. */
export interface QueueFilter extends SurveyFilter {
  readonly state: QueueState
  /** A series. */
  readonly template: string | undefined
  readonly person: string | undefined
}

const isWaiting = sql<boolean>`survey.status = 'Completed' and survey.review is distinct from 'accepted'`

/** As the indexes of 0034_review_queue.sql have it. */
const conditions: Readonly<Record<QueueState, RawBuilder<boolean>>> = {
  waiting: isWaiting,
  submitted: sql`${isWaiting} and survey.review is distinct from 'resubmitted'`,
  resubmitted: sql`${isWaiting} and survey.review = 'resubmitted'`,
  sent_back: sql`survey.status = 'Started' and survey.review = 'sent_back'`,
  accepted: sql`survey.status = 'Completed' and survey.review = 'accepted'`,
}

/** The surveys that an account reviews; to everyone else the queue is empty. */
function queued(db: Db, reader: Reader, { state, template, person, search, from, before }: QueueFilter) {
  let query = matching(db, isReviewableBy(reader), { search, from: null, before: null })
    .where('survey.submitted_at', 'is not', null)
    .where(conditions[state])
  if (from) query = query.where('survey.submitted_at', '>=', from)
  if (before) query = query.where('survey.submitted_at', '<', before)
  if (person !== undefined) query = query.where('survey.account_id', '=', person)
  if (template !== undefined)
    query = query.where('survey.template_id', 'in', (version) =>
      version.selectFrom('template').select('template.id').where('series', '=', template),
    )
  return query
}

/** Open reviews are read oldest first, finished ones newest first. */
function directionOf(state: QueueState): 'asc' | 'desc' {
  return state === 'sent_back' || state === 'accepted' ? 'desc' : 'asc'
}

/** The page is cut before anything else is read of its surveys. */
export async function listQueue(
  db: Db,
  reader: Reader,
  filter: QueueFilter,
  slice: { readonly limit: number; readonly offset: number },
) {
  const direction = directionOf(filter.state)
  return db
    .with('page', () =>
      queued(db, reader, filter)
        .select('survey.id')
        .orderBy('survey.submitted_at', direction)
        .orderBy('survey.id', direction)
        .limit(slice.limit)
        .offset(slice.offset),
    )
    .selectFrom('page')
    .innerJoin('survey', 'survey.id', 'page.id')
    .innerJoin('account', 'account.id', 'survey.account_id')
    .selectAll('survey')
    .select(sql<string>`trim(account.first_name || ' ' || account.last_name)`.as('created_by'))
    .select(roleFor(reader).as('role'))
    .orderBy('survey.submitted_at', direction)
    .orderBy('survey.id', direction)
    .execute()
}

export async function countQueue(db: Db, reader: Reader, filter: QueueFilter): Promise<number> {
  const counted = queued(db, reader, filter).select((column) => column.fn.countAll<number>().as('count'))
  return (await counted.executeTakeFirstOrThrow()).count
}

/** How many wait for an account's review. */
export function countWaiting(db: Db, reader: Reader): Promise<number> {
  return countQueue(db, reader, everyOne)
}

const everyOne: QueueFilter = {
  state: 'waiting',
  template: undefined,
  person: undefined,
  ...{ search: '', from: null, before: null },
}

/** How many surveys were first submitted to an account after this moment and still wait. */
export function countSubmitted(db: Db, reader: Reader, after: Date): Promise<number> {
  return countQueue(db, reader, {
    ...everyOne,
    state: 'submitted',
    from: new Date(after.getTime() + 1),
  })
}

/** The place in the queue of a survey that the caller was proven to review. */
export interface Place {
  readonly id: string
  readonly submitted_at: Date
}

export async function readNeighbors(db: Db, reader: Reader, filter: QueueFilter, place: Place) {
  const ascending = directionOf(filter.state) === 'asc'
  const here = sql`(${place.submitted_at}::timestamptz, ${place.id}::uuid)`
  const earlier = sql<boolean>`(survey.submitted_at, survey.id) < ${here}`
  const later = sql<boolean>`(survey.submitted_at, survey.id) > ${here}`
  const nearest = async (side: RawBuilder<boolean>, direction: 'asc' | 'desc') =>
    (await queued(db, reader, filter)
      .where(side)
      .select(['survey.id', 'survey.survey_name'])
      .orderBy('survey.submitted_at', direction)
      .orderBy('survey.id', direction)
      .limit(1)
      .executeTakeFirst()) ?? null
  const before = await nearest(earlier, 'desc')
  const after = await nearest(later, 'asc')
  const { total, ahead, included } = await queued(db, reader, filter)
    .select(sql<number>`count(*)::integer`.as('total'))
    .select(sql<number>`(count(*) filter (where ${ascending ? earlier : later}))::integer`.as('ahead'))
    .select(sql<boolean>`coalesce(bool_or(survey.id = ${place.id}), false)`.as('included'))
    .executeTakeFirstOrThrow()
  const [previous, next] = ascending ? [before, after] : [after, before]
  return { previous, next, position: included ? ahead + 1 : null, total }
}

/** How many surveys of which owner and template version are in which state. */
export async function readGroups(db: Db, reader: Reader) {
  const { sent_back, accepted, resubmitted } = conditions
  const state = sql<QueueState>`case
    when ${sent_back} then 'sent_back' when ${accepted} then 'accepted'
    when ${resubmitted} then 'resubmitted' else 'submitted' end`
  return matching(db, isReviewableBy(reader), everyOne)
    .where('survey.submitted_at', 'is not', null)
    .where(sql<boolean>`(survey.status = 'Completed' or survey.review = 'sent_back')`)
    .select(['survey.account_id', 'survey.template_id', state.as('state')])
    .select((column) => column.fn.countAll<number>().as('count'))
    .groupBy(['survey.account_id', 'survey.template_id', 'state'])
    .execute()
}

/** Names of accounts and the series of template versions that the caller's groups consist of. */
export async function readNames(db: Db, accounts: readonly string[], templates: readonly string[]) {
  const people = await db
    .selectFrom('account')
    .select(['id', sql<string>`trim(first_name || ' ' || last_name)`.as('name')])
    .where('id', '=', sql<string>`any(${accounts}::uuid[])`)
    .orderBy(sql`lower(first_name || ' ' || last_name)`)
    .orderBy('id')
    .execute()
  const versions = await db
    .selectFrom('template')
    .select(['id', 'series', 'version'])
    .where('id', '=', sql<string>`any(${templates}::uuid[])`)
    .orderBy('version', 'desc')
    .execute()
  return { people, versions }
}
