import { sql } from 'kysely'
import type { Db } from '#server/context.ts'
import { existingTables, referencedFiles } from '#server/db/referenced-files.ts'
import type { FileStore } from './store.ts'

const askedAtOnce = 1_000

/** A file with a row in the database that is missing in the store. */
export interface MissingFile {
  readonly key: string
  /** Description for people: the survey's name, or the owner of the profile. */
  readonly of: string
}

export interface FileCensus {
  readonly known: number
  readonly missing: readonly MissingFile[]
}

/**
 * Checks every file with a row, including those of deleted surveys, which can be restored. `only` restricts the
 * check to these keys, as far as rows still refer to them.
 */
export async function findMissingFiles(
  db: Db,
  files: Pick<FileStore, 'sizesOf'>,
  only: readonly string[] | null = null,
): Promise<FileCensus> {
  const { rows: there } = await sql<{ name: string }>`${sql.raw(existingTables)}`.execute(db)
  if (there.length === 0) return { known: 0, missing: [] }
  let known = 0
  let after = ''
  const missing: MissingFile[] = []
  for (;;) {
    const { rows } = await sql<MissingFile & { size: number }>`
      select key, size, coalesce(
          (select survey_name from media join survey on survey.id = media.survey_id
            where media.file_id = named.file_id or media.drawn_file_id = named.file_id limit 1),
          (select survey_name from plan join survey on survey.id = plan.survey_id
            where plan.file_id = named.file_id limit 1),
          (select 'a bulk upload' from stored_file where stored_file.id = named.file_id and kind = 'attachment'),
          named.of) as of
      from ${sql.raw(referencedFiles(there))}
      where key > ${after} and (${only}::text[] is null or key = any(${only}::text[]))
      order by key limit ${askedAtOnce}`.execute(db)
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
