import { execFile } from 'node:child_process'
import { readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'

const POLL_MS = 20

/**
 * Ends every database process that still runs in this folder, gently first, and removes their pid file.
 * Only the owner of the folder's lock may call it. Afterwards nothing runs there, so that leftovers of a kill
 * -9 or a crash never prevent the next start.
 */
export async function clearOrphans(clusterDir: string): Promise<void> {
  const postmaster = await recordedPid(clusterDir)
  const running = await processesIn(clusterDir, postmaster)
  if (postmaster !== null && running.includes(postmaster)) {
    // A fast shutdown loses nothing. The signals after it require crash recovery, which loses nothing
    // acknowledged either.
    signal([postmaster], 'SIGINT')
    await gone(clusterDir, postmaster, 15_000)
    signal([postmaster], 'SIGQUIT')
    await gone(clusterDir, postmaster, 5_000)
  } else if (running.length > 0) {
    // Children of a killed postmaster exit by themselves, unless they are busy with a long query.
    await gone(clusterDir, postmaster, 300)
    signal(await processesIn(clusterDir, postmaster), 'SIGQUIT')
    await gone(clusterDir, postmaster, 2_000)
  }
  await clearProcesses(clusterDir, postmaster)
  await rm(join(clusterDir, 'postmaster.pid'), { force: true })
}

/** Kills the database processes in a folder and waits until they have ended. */
export async function clearProcesses(folder: string, postmaster: number | null = null): Promise<void> {
  signal(await processesIn(folder, postmaster), 'SIGKILL')
  await gone(folder, postmaster, 10_000)
}

/** Returns the process that `postmaster.pid` names. It may be stale or name an unrelated process. */
export async function recordedPid(clusterDir: string): Promise<number | null> {
  const text = await readFile(join(clusterDir, 'postmaster.pid'), 'utf8').catch(() => '')
  const pid = Number(text.split('\n')[0])
  return Number.isInteger(pid) && pid > 1 ? pid : null
}

async function gone(folder: string, postmaster: number | null, withinMs: number): Promise<void> {
  for (let waited = 0; waited < withinMs; waited += POLL_MS) {
    if ((await processesIn(folder, postmaster)).length === 0) return
    await pause(POLL_MS)
  }
}

async function processesIn(folder: string, postmaster: number | null): Promise<number[]> {
  if (process.platform === 'linux') return linuxProcessesIn(folder)
  // Other systems only know the recorded process; PostgreSQL itself refuses to start beside leftover children.
  return postmaster !== null && (await isPostgres(postmaster)) ? [postmaster] : []
}

/**
 * Finds database processes by their working directory, the data folder. Zombies have none, so they do not
 * count.
 */
async function linuxProcessesIn(folder: string): Promise<number[]> {
  const wanted = await stat(folder).catch(() => null)
  if (!wanted) return []
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const found = await Promise.all(
    pids.map(async (pid) => {
      const place = await stat(`/proc/${pid}/cwd`).catch(() => null)
      if (place?.ino !== wanted.ino || place.dev !== wanted.dev) return null
      const name = await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => '')
      return ['postgres', 'initdb'].includes(name.trim()) ? Number(pid) : null
    }),
  )
  return found.filter((pid) => pid !== null)
}

async function isPostgres(pid: number): Promise<boolean> {
  const { stdout } = await promisify(execFile)('ps', ['-o', 'stat=,comm=', '-p', String(pid)]).catch(() => ({
    stdout: '',
  }))
  return stdout.includes('postgres') && !stdout.trim().startsWith('Z')
}

function signal(pids: readonly number[], name: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, name)
    } catch {
      // The process has already ended.
    }
  }
}
