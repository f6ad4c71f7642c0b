import { type Compilable, type RawBuilder, sql } from 'kysely'
import { limits } from '#contract/limits.ts'
import type { SurveyRole } from '#contract/surveys/surveys.ts'
import type { Db } from '#server/context.ts'
import { together } from '#server/db/together.ts'
import { Failure, fail } from '#server/http/failure.ts'
import type { FileKind } from '#survey/fields/kind.ts'
import { takesFile } from '#survey/fields/registry.ts'
import { isTitle } from '#survey/move/identity.ts'
import type { TemplateField } from '#survey/template.ts'
import type { SurveyRow } from './data.ts'
import { fieldsOf, kinOf, versionsOf } from './versions.ts'

/** A survey that the caller was proven to have, and as what. */
export interface OpenedSurvey extends SurveyRow {
  readonly role: SurveyRole
  /** Sends it back and accepts it: never its owner. */
  readonly mayReview: boolean
  /** The caller only adds to it: values that differ from the survey's wait for its owner (`answers/contributions.ts`). */
  readonly contributes: boolean
}

/**
 * `read`: everybody who has it; `edit`: its owner and editors; `add`: likewise, and contributors; `review`: who reviews in
 * a team of its owner's; `own`: its owner alone.
 */
export type Level = 'read' | 'edit' | 'add' | 'review' | 'own'

interface Refusals {
  read: never
  edit: 'survey.readOnly'
  add: 'survey.readOnly'
  review: 'survey.reviewerOnly'
  own: 'survey.ownerOnly'
}

/** Why somebody who has the survey may not do this with it. */
export type NotAllowed<L extends Level> = Failure<Refusals[L]>

/** Every write on a survey holds its row's lock to the end: writes of one survey go one after the other. */
interface Locking {
  readonly lock?: boolean
}

/**
 * Whether an account may read the `survey` of a query at this moment: it is there, and the survey's owner, somebody
 * whom the owner shared it with, or in a team with the owner that grants it. A survey whose owner is gone is nobody's.
 */
export function isReadableBy(accountId: string): RawBuilder<boolean> {
  return sql<boolean>`${areThere(accountId)}
    and (survey.account_id = ${accountId} or (
      select member.role from survey_member member
      where member.survey_id = survey.id and member.account_id = ${accountId}) is not null
      or team_grant(${accountId}, survey.account_id) > 0)`
}

/** The same for the surveys of the others in an account's teams alone, as far as these grant it anything. */
export function isReadableByTeam(accountId: string): RawBuilder<boolean> {
  return sql<boolean>`${areThere(accountId)}
    and survey.account_id = any(array(
      select theirs.account_id from team_member mine join team_member theirs on theirs.team_id = mine.team_id
      where mine.account_id = ${accountId} and mine.granted <> 'none' and theirs.account_id <> ${accountId}))`
}

function areThere(accountId: string): RawBuilder<boolean> {
  return sql<boolean>`exists (
      select from account reader
      where reader.id = ${accountId} and reader.deleted_at is null and reader.disabled_at is null)
    and not exists (
      select from account owner where owner.id = survey.account_id and owner.deleted_at is not null)`
}

/**
 * Whether an account may add its unsent work to the `survey` of a query. An account that can sign in: for `contributionDays`
 * after the survey was handed over. A disabled account, which only calls in a collection session that an administrator
 * allowed: any survey that it owned, owns, or edits.
 */
function isContributedBy(accountId: string): RawBuilder<boolean> {
  return sql<boolean>`not exists (
      select from account owner where owner.id = survey.account_id and owner.deleted_at is not null)
    and exists (
      select from account leaver where leaver.id = ${accountId} and leaver.deleted_at is null
        and (exists (
            select from survey_contributor former
            where former.survey_id = survey.id and former.account_id = leaver.id
              and (leaver.disabled_at is not null
                or former.handed_over_at > now() - make_interval(days => ${limits.contributionDays})))
          or leaver.disabled_at is not null and ${roleFor(accountId)} <> 'viewer'))`
}

/** A failure for a repeated call whose reply the caller may not read any more: of a contributor's, that it was done. */
export async function openToReplay(db: Db, accountId: string, surveyId: string) {
  const survey = await openSurvey(db, accountId, surveyId, 'read')
  if (!(survey instanceof Failure)) return survey
  const added = await openSurvey(db, accountId, surveyId, 'add')
  return added instanceof Failure ? survey : fail('survey.handedOver')
}

/** Whether it is the account's own, deleted or not, or one that it may read now. */
export async function hasSurvey(db: Db, accountId: string, surveyId: string): Promise<boolean> {
  const found = await db
    .selectFrom('survey')
    .select('id')
    .where('id', '=', surveyId)
    .where(
      sql<boolean>`(survey.account_id = ${accountId}
        or (survey.deleted_at is null and ${isReadableBy(accountId)}))`,
    )
    .executeTakeFirst()
  return found !== undefined
}

/** What a team grants, as `team_grant` counts it. */
const granted = { review: 2, edit: 3 } as const

/** What it is to an account that may read it: the most of what its owner and its teams give it. */
export function roleFor(accountId: string): RawBuilder<SurveyRole> {
  return sql<SurveyRole>`case
    when survey.account_id = ${accountId} then 'owner'
    when team_grant(${accountId}, survey.account_id) >= ${sql.lit(granted.edit)} then 'editor'
    else coalesce((
      select member.role from survey_member member
      where member.survey_id = survey.id and member.account_id = ${accountId}), 'viewer') end`
}

/** Whether it sends the survey back and accepts it. Of an owner's own no team is asked: that costs as much as the rest. */
export function mayReviewFor(accountId: string): RawBuilder<boolean> {
  return sql<boolean>`survey.account_id <> ${accountId}
    and team_grant(${accountId}, survey.account_id) >= ${sql.lit(granted.review)}`
}

/**
 * The one rule of who may what with a survey, asked in the query that reads it. Deleted ones are as unknown as somebody
 * else's; who has it and may not do this is told so.
 */
export async function openSurvey<L extends Level>(
  db: Db,
  accountId: string,
  surveyId: string,
  level: L,
  { lock = false }: Locking = {},
): Promise<OpenedSurvey | NotAllowed<L> | Failure<'survey.notFound'>> {
  const query = queryReadable(db, accountId, surveyId, level)
  const [first] = await (lock ? query.forUpdate() : query).execute()
  return lock ? judgeLocked(first, level, query) : judge(first, level)
}

/**
 * The same with the survey's lock, and a read of what is in that survey which travels along: it sees what the lock was
 * waited for, and is given to nobody who may not do this with the survey.
 */
export async function openSurveyWith<L extends Level, Row>(
  db: Db,
  accountId: string,
  surveyId: string,
  level: L,
  read: Compilable<Row>,
): Promise<
  | { readonly survey: OpenedSurvey; readonly rows: readonly Row[] }
  | NotAllowed<L>
  | Failure<'survey.notFound'>
> {
  const query = queryReadable(db, accountId, surveyId, level)
  const [[first], rows] = await together(db, [query.forUpdate(), read])
  const survey = await judgeLocked(first, level, query)
  return survey instanceof Failure ? survey : { survey, rows }
}

function queryReadable(db: Db, accountId: string, surveyId: string, level: Level) {
  const edits = sql<boolean>`(${isReadableBy(accountId)} and ${roleFor(accountId)} <> 'viewer')`
  const contributes =
    level === 'add' ? sql<boolean>`(not ${edits} and ${isContributedBy(accountId)})` : sql<boolean>`false`
  const found =
    level === 'add'
      ? sql<boolean>`(${isReadableBy(accountId)} or ${isContributedBy(accountId)})`
      : isReadableBy(accountId)
  return db
    .selectFrom('survey')
    .selectAll('survey')
    .select([roleFor(accountId).as('role'), mayReviewFor(accountId).as('mayReview')])
    .select(contributes.as('contributes'))
    .where('survey.id', '=', surveyId)
    .where('survey.deleted_at', 'is', null)
    .where(found)
}

/** While the lock was waited for, its owner may have ended the access; the statement that waited does not see that. */
async function judgeLocked<L extends Level>(
  first: OpenedSurvey | undefined,
  level: L,
  query: ReturnType<typeof queryReadable>,
) {
  return judge(
    first && (first.role !== 'owner' || first.contributes) ? await query.executeTakeFirst() : first,
    level,
  )
}

function judge<L extends Level>(
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

/** Where an answer stands and what its field allows. */
export interface OpenedAnswer {
  readonly id: string
  readonly surveyId: string
  /** Whose the survey is, and all that is added to it. */
  readonly ownerId: string
  /** Of the survey: null where nobody said one. */
  readonly timeZone: string | null
  readonly sectionId: string
  readonly subSectionId: string
  /** A late upload can meet a sub-section that another device removed. */
  readonly subSectionDeleted: boolean
  readonly field: TemplateField
  /** The files that it takes, or took in another version of the survey's template. */
  readonly takes: readonly FileKind[]
  /** The caller only adds to the survey. */
  readonly contributes: boolean
}

/** The same for an answer and its survey. `lock` takes the survey's lock. */
export async function openAnswer<L extends Level>(
  db: Db,
  accountId: string,
  answerId: string,
  level: L,
  locking: Locking = {},
): Promise<OpenedAnswer | NotAllowed<L> | Failure<'survey.partNotFound'>> {
  const place = await findAnswer(db, answerId)
  const survey = place && (await openSurvey(db, accountId, place.survey_id, level, locking))
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
  // What took photos in one version keeps those that come late.
  const versionsOfIt = [found.field, ...kinOf(known, row.fieldId)]
  const takes = (['photo', 'video'] as const).filter((kind) =>
    versionsOfIt.some((one) => takesFile(one, kind)),
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

/** By its own id, or one by which a device knows it from before its survey was moved to another version. */
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

/** A survey's refusal as that of a thing in it: to who does not have the survey, the thing is what is not there. */
export function asPart<R extends Failure, F extends Failure>(
  refused: R | Failure<'survey.notFound'>,
  notThere: F,
): Exclude<R, Failure<'survey.notFound'>> | F {
  return refused.status === 404 ? notThere : (refused as Exclude<R, Failure<'survey.notFound'>>)
}

/** From now on its owner sees who this is; and where a team gave it, the account's list has it for a while. */
export async function markOpened(db: Db, accountId: string, surveyId: string, now: Date): Promise<void> {
  await sql`
    insert into team_opened (account_id, survey_id, opened_at)
    select ${accountId}, survey.id, ${now} from survey
    where survey.id = ${surveyId} and team_grant(${accountId}, survey.account_id) > 0
    on conflict (account_id, survey_id) do update set opened_at = excluded.opened_at`.execute(db)
  await db
    .updateTable('survey_member')
    .set({ opened_at: now })
    .where('survey_id', '=', surveyId)
    .where('account_id', '=', accountId)
    .where('opened_at', 'is', null)
    .execute()
}
