import { type Compilable, type RawBuilder, sql } from 'kysely'
import { limits } from '#contract/limits.ts'
import type { Grant } from '#contract/sharing/teams.ts'
import type { SurveyRole } from '#contract/surveys/surveys.ts'
import type { Db } from '#server/context.ts'
import { batchQueries } from '#server/db/transaction.ts'
import { fieldsOf, sameFieldIn, versionsOf } from '#server/features/templates/data.ts'
import type { AccountIdentity } from '#server/http/authenticate.ts'
import { Failure, fail } from '#server/http/failure.ts'
import type { FileKind } from '#survey/fields/kind.ts'
import { acceptsFile } from '#survey/fields/registry.ts'
import { isTitle } from '#survey/move/field-identity.ts'
import type { TemplateField } from '#survey/template.ts'
import type { SurveyRow } from './data.ts'

/** A survey that the caller may access, with the caller's role. */
export interface OpenedSurvey extends SurveyRow {
  readonly role: SurveyRole
  /** May send the survey back and accept it. Never the owner. */
  readonly mayReview: boolean
  /**
   * The caller may only contribute: values that differ from the survey's wait for its owner
   * (`save/contributions.ts`).
   */
  readonly contributes: boolean
}

/**
 * `read`: all with access; `edit`: owner and editors; `add`: those and contributors; `review`: reviewers in a
 * team of the owner; `own`: only the owner.
 */
export type Level = 'read' | 'edit' | 'add' | 'review' | 'own'

interface Refusals {
  read: never
  edit: 'survey.readOnly'
  add: 'survey.readOnly'
  review: 'survey.reviewerOnly'
  own: 'survey.ownerOnly'
}

/** The failure for a caller who has the survey but not the required level. */
export type NotAllowed<L extends Level> = Failure<Refusals[L]>

/** The caller that a survey is opened for: an account, within the limits of its key if it calls with one. */
export type Reader = Pick<AccountIdentity, 'id' | 'limits'>

/** The reader that is an account without a key, for work that the server does for it. */
export function wholeAccount(id: string): Reader {
  return { id, limits: null }
}

/** Every write on a survey holds its row lock to the end, so that writes on one survey are serialized. */
interface Locking {
  readonly lock?: boolean
}

/**
 * SQL condition: the account may read the `survey` of the query now. The account must exist and be the survey's
 * owner, a member, or in a team with the owner that grants access. Surveys of deleted owners are inaccessible.
 */
export function isReadableBy(reader: Reader): RawBuilder<boolean> {
  const { id } = reader
  return sql<boolean>`${areThere(id)} and ${isWithin(reader)}
    and (survey.account_id = ${id} or (
      select member.role from survey_member member
      where member.survey_id = survey.id and member.account_id = ${id}) is not null
      or team_grant(${id}, survey.account_id) > 0)`
}

/**
 * SQL condition: the `survey` of the query lies within the limits of the key that calls. Always true for a
 * session. Every query that returns surveys by their owner alone needs it too.
 */
export function isWithin({ limits: within }: Reader): RawBuilder<boolean> {
  const ofTeam =
    within?.teamId &&
    sql<boolean>`survey.account_id in (
      select account_id from team_member where team_id = ${within.teamId})`
  const ofSeries =
    within?.series &&
    sql<boolean>`survey.template_id in (select template.id from template where series = ${within.series})`
  return sql<boolean>`(${ofTeam || sql<boolean>`true`} and ${ofSeries || sql<boolean>`true`})`
}

/** SQL condition: the account may read the `survey` through a team. */
export function isReadableByTeam(reader: Reader): RawBuilder<boolean> {
  return isGrantedByTeam(reader, ['read', 'review', 'edit'])
}

/** Whether an account sends the `survey` of a query back and accepts it, for lists; `mayReviewFor` is for one survey. */
export function isReviewableBy(reader: Reader): RawBuilder<boolean> {
  return isGrantedByTeam(reader, reviewing)
}

/** The grants of a team that let an account review. */
export const reviewing: readonly Grant[] = ['review', 'edit']

function isGrantedByTeam(reader: Reader, grants: readonly Grant[]): RawBuilder<boolean> {
  const { id } = reader
  return sql<boolean>`${areThere(id)} and ${isWithin(reader)}
    and survey.account_id = any(array(
      select theirs.account_id from team_member mine join team_member theirs on theirs.team_id = mine.team_id
      where mine.account_id = ${id} and mine.granted = any(${grants}::text[])
        and theirs.account_id <> ${id}))`
}

/** Whether a team lets the account review. */
export async function reviewsInTeam(db: Db, accountId: string): Promise<boolean> {
  const row = await db
    .selectFrom('team_member')
    .select('team_id')
    .where('account_id', '=', accountId)
    .where('granted', 'in', reviewing)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

function areThere(accountId: string): RawBuilder<boolean> {
  return sql<boolean>`exists (
      select from account reader
      where reader.id = ${accountId} and reader.deleted_at is null and reader.disabled_at is null)
    and not exists (
      select from account owner where owner.id = survey.account_id and owner.deleted_at is not null)`
}

/**
 * SQL condition: the account may contribute unsent work to the `survey`. A live account may for
 * `contributionDays` after it handed the survey over. A disabled account, which only has collection sessions
 * allowed by an administrator, may for any survey it owned, owns, or edits.
 */
function isContributedBy(reader: Reader): RawBuilder<boolean> {
  const { id } = reader
  return sql<boolean>`${isWithin(reader)} and not exists (
      select from account owner where owner.id = survey.account_id and owner.deleted_at is not null)
    and exists (
      select from account leaver where leaver.id = ${id} and leaver.deleted_at is null
        and (exists (
            select from survey_contributor former
            where former.survey_id = survey.id and former.account_id = leaver.id
              and (leaver.disabled_at is not null
                or former.handed_over_at > now() - make_interval(days => ${limits.contributionDays})))
          or leaver.disabled_at is not null and ${roleFor(reader)} <> 'viewer'))`
}

/**
 * Checks whether a caller may see a replayed reply. Returns the survey or a failure; contributors get a
 * confirmation without content.
 */
export async function openToReplay(db: Db, reader: Reader, surveyId: string) {
  const survey = await openSurvey(db, reader, surveyId, 'read')
  if (!(survey instanceof Failure)) return survey
  const added = await openSurvey(db, reader, surveyId, 'add')
  return added instanceof Failure ? survey : fail('survey.handedOver')
}

/** Whether the account owns the survey (deleted or not) or may read it now. */
export async function hasSurvey(db: Db, reader: Reader, surveyId: string): Promise<boolean> {
  const found = await db
    .selectFrom('survey')
    .select('id')
    .where('id', '=', surveyId)
    .where(
      sql<boolean>`${isWithin(reader)} and (survey.account_id = ${reader.id}
        or (survey.deleted_at is null and ${isReadableBy(reader)}))`,
    )
    .executeTakeFirst()
  return found !== undefined
}

/** Levels of `team_grant`. */
const granted = { review: 2, edit: 3 } as const

/** The role of an account that may read the survey: the highest that owner and teams grant. */
export function roleFor({ id }: Pick<Reader, 'id'>): RawBuilder<SurveyRole> {
  return sql<SurveyRole>`case
    when survey.account_id = ${id} then 'owner'
    when team_grant(${id}, survey.account_id) >= ${sql.lit(granted.edit)} then 'editor'
    else coalesce((
      select member.role from survey_member member
      where member.survey_id = survey.id and member.account_id = ${id}), 'viewer') end`
}

/**
 * Whether the account may review the survey. The team query is skipped for owners, since it costs as much as
 * the rest.
 */
export function mayReviewFor({ id }: Pick<Reader, 'id'>): RawBuilder<boolean> {
  return sql<boolean>`survey.account_id <> ${id}
    and team_grant(${id}, survey.account_id) >= ${sql.lit(granted.review)}`
}

/** The only authorization rule, applied in SQL. Deleted or foreign surveys: 404. Insufficient role: 403. */
export async function openSurvey<L extends Level>(
  db: Db,
  reader: Reader,
  surveyId: string,
  level: L,
  { lock = false }: Locking = {},
): Promise<OpenedSurvey | NotAllowed<L> | Failure<'survey.notFound'>> {
  const query = queryReadable(db, reader, surveyId, level)
  const [first] = await (lock ? query.forUpdate() : query).execute()
  return lock ? evaluateLocked(first, level, query) : evaluate(first, level)
}

/**
 * Opens a survey with its lock and pipelines a read of its content. The read sees what was committed while
 * waiting for the lock; its rows are returned only if the caller is authorized.
 */
export async function openSurveyWith<L extends Level, Row>(
  db: Db,
  reader: Reader,
  surveyId: string,
  level: L,
  read: Compilable<Row>,
): Promise<
  | { readonly survey: OpenedSurvey; readonly rows: readonly Row[] }
  | NotAllowed<L>
  | Failure<'survey.notFound'>
> {
  const query = queryReadable(db, reader, surveyId, level)
  const [[first], rows] = await batchQueries(db, [query.forUpdate(), read])
  const survey = await evaluateLocked(first, level, query)
  return survey instanceof Failure ? survey : { survey, rows }
}

function queryReadable(db: Db, reader: Reader, surveyId: string, level: Level) {
  const edits = sql<boolean>`(${isReadableBy(reader)} and ${roleFor(reader)} <> 'viewer')`
  const contributes =
    level === 'add' ? sql<boolean>`(not ${edits} and ${isContributedBy(reader)})` : sql<boolean>`false`
  const found =
    level === 'add'
      ? sql<boolean>`(${isReadableBy(reader)} or ${isContributedBy(reader)})`
      : isReadableBy(reader)
  return db
    .selectFrom('survey')
    .selectAll('survey')
    .select([roleFor(reader).as('role'), mayReviewFor(reader).as('mayReview')])
    .select(contributes.as('contributes'))
    .where('survey.id', '=', surveyId)
    .where('survey.deleted_at', 'is', null)
    .where(found)
}

/**
 * The owner may have revoked access while the statement waited for the lock, and that statement does not see
 * it: query again.
 */
async function evaluateLocked<L extends Level>(
  first: OpenedSurvey | undefined,
  level: L,
  query: ReturnType<typeof queryReadable>,
) {
  return evaluate(
    first && (first.role !== 'owner' || first.contributes) ? await query.executeTakeFirst() : first,
    level,
  )
}

function evaluate<L extends Level>(
  row: OpenedSurvey | undefined,
  level: L,
): OpenedSurvey | NotAllowed<L> | Failure<'survey.notFound'> {
  if (!row) return fail('survey.notFound')
  return (whyNot(row, level) as NotAllowed<L> | null) ?? row
}

function whyNot({ role, mayReview, contributes }: OpenedSurvey, level: Level) {
  if (contributes) return null
  if (level === 'review') return mayReview ? null : fail('survey.reviewerOnly')
  if (level === 'own' && role !== 'owner') return fail('survey.ownerOnly')
  return (level === 'edit' || level === 'add') && role === 'viewer' ? fail('survey.readOnly') : null
}

/** An answer's location and what its field accepts. */
export interface OpenedAnswer {
  readonly id: string
  readonly surveyId: string
  /** Owner of the survey and of everything added to it. */
  readonly ownerId: string
  /** The survey's time zone, or null. */
  readonly timeZone: string | null
  readonly sectionId: string
  readonly subSectionId: string
  /** Another device may have removed the sub-section before a late upload arrives. */
  readonly subSectionDeleted: boolean
  readonly field: TemplateField
  /** File kinds that the field accepts, or accepted in another version of the survey's template. */
  readonly takes: readonly FileKind[]
  /** The caller may only contribute to the survey. */
  readonly contributes: boolean
}

/** Authorizes access to an answer through its survey. `lock` takes the survey's lock. */
export async function openAnswer<L extends Level>(
  db: Db,
  reader: Reader,
  answerId: string,
  level: L,
  locking: Locking = {},
): Promise<OpenedAnswer | NotAllowed<L> | Failure<'survey.partNotFound'>> {
  const place = await findAnswer(db, answerId)
  const survey = place && (await openSurvey(db, reader, place.survey_id, level, locking))
  if (!survey) return fail('survey.partNotFound')
  if (survey instanceof Failure) return asPart(survey, fail('survey.partNotFound'))
  const row = await db
    .selectFrom('answer')
    .innerJoin('sub_section', 'sub_section.id', 'answer.sub_section_id')
    .select(sql<string>`coalesce(answer.earlier_field_id, answer.template_field_id)`.as('fieldId'))
    .select(['answer.sub_section_id as subSectionId', 'sub_section.section_id as sectionId'])
    .select(sql<boolean>`sub_section.deleted_at is not null`.as('subSectionDeleted'))
    .where('answer.id', '=', place.id)
    .where('answer.survey_id', '=', survey.id)
    .executeTakeFirstOrThrow()
  const versions = await versionsOf(db, survey)
  const known = fieldsOf(versions)
  const found = known.get(row.fieldId)
  if (!found || isTitle(found.definition, found.field)) return fail('survey.partNotFound')
  // A field that accepted photos in one version keeps late ones.
  const versionsOfIt = [found.field, ...sameFieldIn(known, row.fieldId)]
  const takes = (['photo', 'video'] as const).filter((kind) =>
    versionsOfIt.some((one) => acceptsFile(one, kind)),
  )
  const { field } = found
  const { sectionId, subSectionId, subSectionDeleted } = row
  const { id: surveyId, account_id: ownerId, time_zone: timeZone, contributes } = survey
  return {
    id: place.id,
    surveyId,
    ownerId,
    timeZone,
    sectionId,
    subSectionId,
    subSectionDeleted,
    field,
    takes,
    contributes,
  }
}

/** Finds an answer by its id, or by an alias from before its survey was moved to another version. */
async function findAnswer(db: Db, id: string) {
  const own = await db
    .selectFrom('answer')
    .select(['id', 'survey_id'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (own) return own
  return db
    .selectFrom('answer_alias')
    .select(['answer_id as id', 'survey_id'])
    .where('id', '=', id)
    .executeTakeFirst()
}

/**
 * Converts a survey's failure to that of a part: a caller without the survey learns only that the part does not
 * exist.
 */
export function asPart<R extends Failure, F extends Failure>(
  refused: R | Failure<'survey.notFound'>,
  notThere: F,
): Exclude<R, Failure<'survey.notFound'>> | F {
  return refused.status === 404 ? notThere : (refused as Exclude<R, Failure<'survey.notFound'>>)
}

/**
 * Records that the account opened the survey: the owner sees it, and a survey shared by a team stays in the
 * account's list for a while.
 */
export async function markOpened(
  db: Db,
  { id }: Pick<Reader, 'id'>,
  surveyId: string,
  now: Date,
): Promise<void> {
  await sql`
    insert into team_opened (account_id, survey_id, opened_at)
    select ${id}, survey.id, ${now} from survey
    where survey.id = ${surveyId} and team_grant(${id}, survey.account_id) > 0
    on conflict (account_id, survey_id) do update set opened_at = excluded.opened_at`.execute(db)
  await db
    .updateTable('survey_member')
    .set({ opened_at: now })
    .where('survey_id', '=', surveyId)
    .where('account_id', '=', id)
    .where('opened_at', 'is', null)
    .execute()
}
