import { sql } from 'kysely'
import type { Db } from '#server/context.ts'
import type { FileStore } from '#server/files/store.ts'

const askedAtOnce = 1_000

/** A file that the database speaks of and the store has not got. */
export interface MissingFile {
  readonly key: string
  /** What it is for a person: the survey's name, or whose profile. */
  readonly of: string
}

export interface FileCensus {
  readonly known: number
  readonly missing: readonly MissingFile[]
}

/**
 * Looks for every file that a row speaks of, deleted surveys included: they can be put back. `only`: for these alone, as
 * far as a row still speaks of them.
 */
export async function countFiles(
  db: Db,
  files: Pick<FileStore, 'sizesOf'>,
  only: readonly string[] | null = null,
): Promise<FileCensus> {
  const guests = await filesOfGuests(db)
  let known = 0
  let after = ''
  const missing: MissingFile[] = []
  for (;;) {
    const { rows } = await sql<MissingFile & { size: number }>`
      select store_key as key, size, coalesce(
          (select survey_name from media join survey on survey.id = media.survey_id
            where media.file_id = f.file_id or media.drawn_file_id = f.file_id limit 1),
          (select survey_name from plan join survey on survey.id = plan.survey_id
            where plan.file_id = f.file_id limit 1),
          (select 'a bulk upload' from stored_file where stored_file.id = f.file_id and kind = 'attachment'), f.of) as of
      from (select store_key, size, file_id, 'no survey any more' as of from rendition
        union all select store_key, size, null, 'a profile' from account_photo
        ${guests}) as f
      where store_key > ${after} and (${only}::text[] is null or store_key = any(${only}::text[]))
      order by store_key limit ${askedAtOnce}`.execute(db)
    const sizes = await files.sizesOf(rows.map(({ key }) => key))
    missing.push(
      ...rows.filter(({ key, size }) => sizes.get(key) !== size).map(({ key, of }) => ({ key, of })),
    )
    known += rows.length
    const last = rows.at(-1)
    if (!last || rows.length < askedAtOnce) return { known, missing }
    after = last.key
  }
}

/** The command also looks into a database that an earlier version left, which has no guests. */
async function filesOfGuests(db: Db) {
  const { rows } = await sql<{ there: boolean }>`
    select to_regclass('guest_record') is not null as there`.execute(db)
  return rows[0]?.there
    ? sql`union all select file_key, file_size, null, 'a guest' from guest_record where file_key is not null`
    : sql``
}
