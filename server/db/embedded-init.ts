import { execFile } from 'node:child_process'
import { mkdtemp, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { clearProcesses } from '#server/db/embedded-orphans.ts'
import { ownName } from '#server/db/embedded-place.ts'
import { StartFailure } from '#server/db/start-failure.ts'
import { changeOwner, type RunAs } from '#server/db/unprivileged.ts'

const MAJOR = '18'

/**
 * Creates the database's data folder if it is missing, in a scratch folder first, so that it is complete or
 * absent.
 */
export async function ensureCluster(clusterDir: string, binaries: string, user: RunAs | null): Promise<void> {
  await sweepScratch(clusterDir)
  const version = await readFile(join(clusterDir, 'PG_VERSION'), 'utf8').catch(() => null)
  if (version !== null) {
    refuseOtherVersion(clusterDir, version.trim())
    if ((await stat(clusterDir)).uid === 0) await changeOwner(user, clusterDir)
    return
  }
  const scratch = await mkdtemp(`${clusterDir}.new-`)
  await changeOwner(user, scratch)
  await initdb(scratch, binaries, user)
  await rename(scratch, clusterDir).catch((error: unknown) => {
    throw new StartFailure(`${clusterDir} is in the way: it is no database of Fieldbook (${String(error)}).`)
  })
  await syncFolder(dirname(clusterDir))
}

async function initdb(scratch: string, binaries: string, user: RunAs | null): Promise<void> {
  const options = ['-D', ownName(scratch), '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C']
  const locale = [
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--data-checksums',
    '--no-instructions',
  ]
  try {
    await promisify(execFile)(join(binaries, 'initdb'), [...options, ...locale], {
      cwd: scratch,
      env: { LC_ALL: 'C', PATH: process.env.PATH ?? '' },
      ...user,
    })
  } catch (error) {
    await rm(scratch, { recursive: true, force: true })
    throw new StartFailure(`The database could not be made in ${dirname(scratch)}: ${failureText(error)}`)
  }
}

/** Removes leftovers of an initdb that was killed, and ends one that outlived its parent. */
async function sweepScratch(clusterDir: string): Promise<void> {
  const prefix = `${basename(clusterDir)}.new-`
  for (const name of await readdir(dirname(clusterDir))) {
    if (!name.startsWith(prefix)) continue
    const scratch = join(dirname(clusterDir), name)
    await clearProcesses(scratch)
    await rm(scratch, { recursive: true, force: true, maxRetries: 5 })
  }
}

function refuseOtherVersion(clusterDir: string, version: string): void {
  if (version === MAJOR) return
  throw new StartFailure(
    `The data in ${clusterDir} were written by PostgreSQL ${version}, this program carries ${MAJOR}: ` +
      'start the version of Fieldbook that wrote them.',
  )
}

/** A rename is durable only once its folder is synced. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  await handle.sync().finally(() => handle.close())
}

function failureText(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const stderr = 'stderr' in error ? String(error.stderr).trim() : ''
  return stderr === '' ? error.message : stderr
}
