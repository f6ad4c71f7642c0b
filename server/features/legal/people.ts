import { sql } from 'kysely'
import type { Db } from '#server/context.ts'
import { folded, searchPattern } from '#server/db/search-pattern.ts'
import { lastAnswers } from './answers.ts'

export interface Asked {
  readonly textId: string
  /** Part of a name, address or number; '' = all. */
  readonly search: string
  readonly limit: number
  readonly offset: number
}

/** The live accounts that accept a version, most recent first. */
export async function acceptedBy(db: Db, asked: Asked) {
  return accepting(db, asked)
    .selectAll()
    .orderBy('accepted_on', 'desc')
    .orderBy('id')
    .limit(asked.limit)
    .offset(asked.offset)
    .execute()
}

export type AcceptedRow = Awaited<ReturnType<typeof acceptedBy>>[number]

export async function countAcceptedBy(db: Db, asked: Pick<Asked, 'textId' | 'search'>): Promise<number> {
  return counted(accepting(db, asked))
}

/** The live accounts of a role, each with when it accepted that version (null: it has not). */
export async function membersOf(db: Db, role: string, asked: Asked) {
  return ofRole(db, role, asked)
    .selectAll()
    .orderBy('name')
    .orderBy('id')
    .limit(asked.limit)
    .offset(asked.offset)
    .execute()
}

export type MemberRow = Awaited<ReturnType<typeof membersOf>>[number]

export async function countMembers(
  db: Db,
  role: string,
  asked: Pick<Asked, 'textId' | 'search'>,
): Promise<number> {
  return counted(ofRole(db, role, asked))
}

/** How many live accounts a role has, and how many of them accept the version. */
export async function countRole(db: Db, role: string, textId: string) {
  return db
    .selectFrom(people(db, textId).as('person'))
    .select([sql<number>`count(*)::int`.as('accounts'), sql<number>`count(accepted_on)::int`.as('accepted')])
    .where('role', '=', role)
    .executeTakeFirstOrThrow()
}

function accepting(db: Db, asked: Pick<Asked, 'textId' | 'search'>) {
  return found(db, asked).where('accepted_on', 'is not', null)
}

function ofRole(db: Db, role: string, asked: Pick<Asked, 'textId' | 'search'>) {
  return found(db, asked).where('role', '=', role)
}

function found(db: Db, { textId, search }: Pick<Asked, 'textId' | 'search'>) {
  const query = db.selectFrom(people(db, textId).as('person'))
  if (search === '') return query
  const pattern = searchPattern(search)
  return query.where(({ eb, or }) =>
    or([
      eb(folded(sql`name`), 'like', pattern),
      eb(folded(sql`email`), 'like', pattern),
      eb('full_phone_number', 'like', pattern),
    ]),
  )
}

function people(db: Db, textId: string) {
  return db
    .selectFrom('account')
    .leftJoin(lastAnswers(db).where('legal_text_id', '=', textId).as('answer'), (join) =>
      join.onRef('answer.account_id', '=', 'account.id').on('answer.is_accepted', '=', true),
    )
    .where('account.deleted_at', 'is', null)
    .select([
      'account.id',
      'account.role',
      'account.full_phone_number',
      sql<string>`coalesce(account.email, '')`.as('email'),
      sql<string>`trim(account.first_name || ' ' || account.last_name)`.as('name'),
      'answer.created_at as accepted_on',
    ])
}

async function counted(query: ReturnType<typeof found>): Promise<number> {
  const { count } = await query
    .select((column) => column.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}
