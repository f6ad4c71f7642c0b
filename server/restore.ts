/**
 * `npm run restore -- FOLDER [--snapshot=NAME] [--check]`: restores a backup into an empty DATA_DIR and
 * database; `--check` only reads the backup. Exit code 0, or 2 with nothing restored.
 */
import { resolve } from 'node:path'
import { openBackup, restore, verifyBackup } from './backups/restore.ts'
import { argumentsOf, CommandFailure, megabytes, print, runCommand } from './command.ts'
import { readConfig } from './config.ts'
import { s3Place } from './s3-config.ts'

const usage =
  'Name the folder of backups: npm run restore -- /path/to/backups [--snapshot=2026-11-27T23-20-05.117Z] [--check]. Without --snapshot it takes the newest; --check looks whether it is whole, and restores nothing.'

await runCommand(async () => {
  const { from, snapshot, check } = wish()
  const backup = await openBackup(from, snapshot)
  const { tables, files, missing, madeAt } = backup.manifest
  const what = `${backup.name} (${tables.length} tables, ${files.count} files, ${megabytes(files.totalBytes)})`
  if (check) {
    await verifyBackup(backup)
    print(`The backup ${what} is whole.`)
  } else {
    const { dataDir, databaseUrl, s3 } = readConfig(process.env)
    await restore(backup, { dataDir, databaseUrl, s3, tell: print })
    print(
      `Restored ${what} to ${resolve(dataDir)}${s3 ? ` and ${s3Place(s3)}` : ''}, as of ${madeAt}. Start Fieldbook now.`,
    )
  }
  if (missing.length > 0)
    print(`It lacks ${missing.length} files that were missing or damaged when it was made.`)
  return 0
})

function wish(): { from: string; snapshot: string | null; check: boolean } {
  const { values, positionals } = argumentsOf(
    { snapshot: { type: 'string' }, check: { type: 'boolean' } },
    usage,
  )
  const [from, ...more] = positionals
  if (from === undefined || more.length > 0) throw new CommandFailure(usage)
  return { from, snapshot: values.snapshot ?? null, check: values.check ?? false }
}
