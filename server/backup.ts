/**
 * `npm run backup -- FOLDER [--keep=N]`: adds a snapshot of database and files to a folder of backups, with
 * or without a running server. Exit code 1: files are missing, or old snapshots could not be removed. 2:
 * there is no new snapshot.
 */
import { join, resolve } from 'node:path'
import { backUp } from './backups/back-up.ts'
import { argumentsOf, CommandFailure, megabytes, print, runCommand } from './command.ts'
import { readConfig } from './config.ts'
import { placeIn } from './files/disk.ts'
import { s3Place } from './s3-config.ts'

const usage =
  'Name the folder for the backups: npm run backup -- /path/to/backups [--keep=30], where --keep says how many snapshots stay.'
const namedAtMost = 20

await runCommand(async () => {
  const { to, keep } = wish()
  const { dataDir, databaseUrl, s3 } = readConfig(process.env)
  const { name, manifest, added, removed, notRemoved } = await backUp({
    dataDir,
    databaseUrl,
    s3,
    to,
    keep,
    tell: print,
  })
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
  const { count, totalBytes } = manifest.files
  print(`Backed up to ${join(resolve(to), 'snapshots', name)}`)
  print(`  ${manifest.tables.length} tables with ${rows} rows`)
  print(`  ${count} files (${megabytes(totalBytes)}), of them ${added.count} new (${megabytes(added.bytes)})`)
  if (removed.length > 0) print(`  removed: ${removed.join(', ')}`)
  if (notRemoved !== null) print(`Older snapshots could not be removed: ${notRemoved}`)
  const { missing } = manifest
  if (missing.length === 0) return notRemoved === null ? 0 : 1
  print(
    `${missing.length} files that the database speaks of are missing or damaged in ${s3 ? s3Place(s3) : 'DATA_DIR/files'}, and so in the backup:`,
  )
  for (const key of missing.slice(0, namedAtMost)) print(`  ${placeIn('kept', key)}`)
  if (missing.length > namedAtMost) print(`  and ${missing.length - namedAtMost} others`)
  return 1
})

function wish(): { to: string; keep: number | null } {
  const { values, positionals } = argumentsOf({ keep: { type: 'string' } }, usage)
  const [to, ...more] = positionals
  const { keep } = values
  if (to === undefined || more.length > 0) throw new CommandFailure(usage)
  if (keep !== undefined && !/^[1-9]\d{0,5}$/.test(keep)) throw new CommandFailure(usage)
  return { to, keep: keep === undefined ? null : Number(keep) }
}
