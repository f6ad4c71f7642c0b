import { type Selectable, sql } from 'kysely'
import { v7 as newId } from 'uuid'
import { firstTexts, type LegalKind } from '#contract/messages/legal-texts.ts'
import { spokenLanguage } from '#contract/messages/spoken.ts'
import type { Db } from '#server/context.ts'
import type { LegalText } from '#server/db/tables.ts'

export type LegalRow = Selectable<LegalText>

/** The current text; null on an installation without one. */
export async function newestText(db: Db, kind: LegalKind): Promise<LegalRow | null> {
  const row = await db
    .selectFrom('legal_text')
    .selectAll()
    .where('kind', '=', kind)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ?? null
}

export async function findText(db: Db, kind: LegalKind, id: string): Promise<LegalRow | null> {
  const row = await db
    .selectFrom('legal_text')
    .selectAll()
    .where('kind', '=', kind)
    .where('id', '=', id)
    .executeTakeFirst()
  return row ?? null
}

/** All versions, newest first, without their content. */
export async function listTexts(db: Db, kind: LegalKind, slice: { limit: number; offset: number }) {
  return db
    .selectFrom('legal_text')
    .select(['id', 'version', 'created_at'])
    .where('kind', '=', kind)
    .orderBy('version', 'desc')
    .limit(slice.limit)
    .offset(slice.offset)
    .execute()
}

export async function countTexts(db: Db, kind: LegalKind): Promise<number> {
  const { count } = await db
    .selectFrom('legal_text')
    .select((column) => column.fn.countAll<number>().as('count'))
    .where('kind', '=', kind)
    .executeTakeFirstOrThrow()
  return count
}

/** Locks this text against new versions until the transaction ends. */
export async function lockTexts(db: Db, kind: LegalKind): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext(${`legal_text/${kind}`}))`.execute(db)
}

export interface NewLegalText {
  readonly kind: LegalKind
  readonly version: number
  readonly markdown: string
  readonly createdBy: string
}

export async function addText(db: Db, text: NewLegalText, now: Date): Promise<LegalRow> {
  return db
    .insertInto('legal_text')
    .values({
      id: newId(),
      kind: text.kind,
      version: text.version,
      markdown: text.markdown,
      created_by: text.createdBy,
      created_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** The first texts of an installation; for every start, also several at once. */
export async function seedLegalTexts(db: Db, now: Date): Promise<void> {
  const kinds = ['terms', 'privacy'] as const
  await db
    .insertInto('legal_text')
    .values(
      kinds.map((kind) => ({
        id: newId(),
        kind,
        version: 1,
        markdown: firstTexts[kind].en,
        created_by: null,
        created_at: now,
      })),
    )
    .onConflict((conflict) => conflict.columns(['kind', 'version']).doNothing())
    .execute()
}

/** Returns the text for a reader: an unedited initial text in the call's language, any other as written. */
export function inReaderLanguage({ kind, markdown }: LegalRow): string {
  const first = kind === 'terms' ? firstTexts.terms : firstTexts.privacy
  return markdown === first.en ? first[spokenLanguage()] : markdown
}
