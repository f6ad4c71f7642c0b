import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { CommandFailure } from '#server/command.ts'
import { absent } from './stored-files.ts'

/**
 * A folder of backups. `files/` contains each photo, video and plan once, for all snapshots;
 * `snapshots/<moment>/` contains the database at that time and the list of its files.
 */
export interface BackupFolder {
  readonly folder: string
  readonly files: string
  readonly snapshots: string
}

const mark = 'fieldbook-backup'
const about =
  'Backups of Fieldbook. Restore with: npm run restore -- <this folder>. Nothing in here is changed by hand.'
/** Created before the mark. */
const beforeMark = new Set(['files', 'snapshots'])

export function backupFolder(folder: string): BackupFolder {
  return { folder, files: join(folder, 'files'), snapshots: join(folder, 'snapshots') }
}

/**
 * Creates the folder of backups if missing. Throws if it has other content, or belongs to another installation
 * (`id`, null if its database is too old to have one), since their snapshots would displace each other.
 */
export async function prepareFolder(
  { folder, files, snapshots }: BackupFolder,
  id: string | null,
): Promise<void> {
  const names = (await readdir(folder).catch(absent)) ?? []
  const text = await readFile(join(folder, mark), 'utf8').catch(absent)
  if (text === null && names.some((name) => !beforeMark.has(name)))
    throw new CommandFailure(`${folder} is not empty and holds no backups: name another folder.`)
  const whose = /^Installation ([0-9a-f-]{36})$/m.exec(text ?? '')?.[1] ?? id
  if (id !== null && whose !== id)
    throw new CommandFailure(`${folder} holds the backups of another installation: name another folder.`)
  for (const one of [folder, files, snapshots]) await mkdir(one, { recursive: true, mode: 0o700 })
  const lines = [about, ...(whose === null ? [] : [`Installation ${whose}`]), '']
  await writeFile(join(folder, mark), lines.join('\n'), { mode: 0o600, flush: true })
}

/** The complete snapshots, the oldest first. */
export async function listSnapshots({ folder, snapshots }: BackupFolder): Promise<readonly string[]> {
  const [text, names] = await Promise.all([
    readFile(join(folder, mark), 'utf8').catch(absent),
    readdir(snapshots).catch(absent),
  ])
  if (text === null || names === null) throw new CommandFailure(`There are no backups in ${folder}.`)
  return names.filter((name) => /^\d{4}-.*Z$/.test(name)).sort()
}

/** A folder name that is valid on every system: '2026-11-27T23-20-05.117Z'. */
export function snapshotName(moment: Date): string {
  return moment.toISOString().replaceAll(':', '-')
}
