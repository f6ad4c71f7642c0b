import { sql } from 'kysely'
import type { GrantedRole } from '#contract/sharing/members.ts'
import type { Grant } from '#contract/sharing/teams.ts'
import type { Db } from '#server/context.ts'

export interface MemberRow {
  readonly id: string
  readonly email: string
  readonly accountId: string | null
  readonly role: GrantedRole
  readonly createdAt: Date
  readonly openedAt: Date | null
  /** '' until an account has proven the address. */
  readonly name: string
}

function members(db: Db, surveyId: string) {
  return db
    .selectFrom('survey_member')
    .leftJoin('account', 'account.id', 'survey_member.account_id')
    .select([
      'survey_member.id',
      'survey_member.email',
      'survey_member.account_id as accountId',
      'survey_member.created_at as createdAt',
      'survey_member.opened_at as openedAt',
    ])
    .select(sql<GrantedRole>`survey_member.role`.as('role'))
    .select(sql<string>`coalesce(account.first_name || ' ' || account.last_name, '')`.as('name'))
    .where('survey_member.survey_id', '=', surveyId)
}

/** In the order they were added. The caller must already have checked that this account may read the survey. */
export async function listMembers(db: Db, surveyId: string): Promise<readonly MemberRow[]> {
  return members(db, surveyId).orderBy('survey_member.created_at').orderBy('survey_member.id').execute()
}

/**
 * People who can open it through a team its owner is in, by name, with the highest role any team grants them.
 */
export async function listTeamReaders(db: Db, surveyId: string) {
  return db
    .selectFrom('survey')
    .innerJoin('team_member as theirs', 'theirs.account_id', 'survey.account_id')
    .innerJoin('team_member as mine', 'mine.team_id', 'theirs.team_id')
    .innerJoin('account', 'account.id', 'mine.account_id')
    .select(sql<string>`trim(account.first_name || ' ' || account.last_name)`.as('name'))
    .select(
      sql<Grant>`(array['read', 'review', 'edit'])[team_grant(account.id, survey.account_id)]`.as('granted'),
    )
    .distinct()
    .where('survey.id', '=', surveyId)
    .whereRef('mine.account_id', '!=', 'survey.account_id')
    .where('mine.granted', '!=', 'none')
    .where('account.deleted_at', 'is', null)
    .where('account.disabled_at', 'is', null)
    .orderBy('name')
    .execute()
}

export async function findMember(
  db: Db,
  surveyId: string,
  by: { readonly id: string } | { readonly email: string },
): Promise<MemberRow | null> {
  const row = await ('id' in by
    ? members(db, surveyId).where('survey_member.id', '=', by.id)
    : members(db, surveyId).where('survey_member.email', '=', by.email)
  ).executeTakeFirst()
  return row ?? null
}

/**
 * The account that has proven this address, not one that only claims it; null if there is none. Locked until
 * the transaction ends: an account that proves it meanwhile waits, and then finds what was added.
 */
export async function lockAddress(db: Db, email: string) {
  await sql`select pg_advisory_xact_lock(hashtextextended('survey_member ' || ${email}, 0))`.execute(db)
  const row = await db
    .selectFrom('account')
    .select(['id', 'settings'])
    .where('email', '=', email)
    .where('email_proven_at', 'is not', null)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row ?? null
}

export async function countMembers(db: Db, surveyId: string): Promise<number> {
  const { count } = await db
    .selectFrom('survey_member')
    .select((column) => column.fn.countAll<number>().as('count'))
    .where('survey_id', '=', surveyId)
    .executeTakeFirstOrThrow()
  return count
}

export interface NewMember {
  readonly id: string
  readonly surveyId: string
  readonly email: string
  readonly accountId: string | null
  readonly role: GrantedRole
  readonly addedBy: string
}

/**
 * The caller holds the survey's lock. An account that already has the survey under another address isn't added
 * twice.
 */
export async function addMember(db: Db, member: NewMember, now: Date): Promise<void> {
  const { id, surveyId, email, accountId, role, addedBy } = member
  await sql`
    insert into survey_member (id, survey_id, email, account_id, role, added_by, created_at)
    select ${id}, ${surveyId}, ${email}, (
      select id from account where id = ${accountId} and not exists (
        select from survey_member other where other.survey_id = ${surveyId} and other.account_id = ${accountId})),
      ${role}, ${addedBy}, ${now}`.execute(db)
}

/** The caller holds the survey's lock. */
export async function setRole(db: Db, id: string, role: GrantedRole): Promise<void> {
  await db.updateTable('survey_member').set({ role }).where('id', '=', id).execute()
}

/** The caller holds the survey's lock. */
export async function removeMember(db: Db, id: string): Promise<void> {
  await db.deleteFrom('survey_member').where('id', '=', id).execute()
}

/**
 * Gives the account any pending membership under its current address: it was skipped when the address was
 * proven, because the account had the survey through another one. The caller holds the survey's lock.
 */
export async function grantPendingMembership(db: Db, surveyId: string): Promise<void> {
  await sql`
    update survey_member waiting set account_id = reader.id from account reader
    where waiting.survey_id = ${surveyId} and waiting.account_id is null and reader.email = waiting.email
      and reader.email_proven_at is not null and reader.deleted_at is null
      and not exists (select from survey where id = ${surveyId} and survey.account_id = reader.id)
      and not exists (
        select from survey_member other
        where other.survey_id = ${surveyId} and other.account_id = reader.id)`.execute(db)
}

/**
 * For someone who leaves: their other address would give them the survey again. The caller holds the survey's
 * lock.
 */
export async function removePendingMembership(db: Db, surveyId: string, accountId: string): Promise<void> {
  await sql`
    delete from survey_member where survey_id = ${surveyId} and account_id is null
      and email = (select email from account where id = ${accountId} and email_proven_at is not null)`.execute(
    db,
  )
}
