import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { AlreadyRunning, StartFailure } from '#server/db/start-failure.ts'

const SQLITE_BUSY = 5

/** The exclusive right of a process to a DATA_DIR, until it is released or the process ends. */
export interface OwnerLock {
  release(): void
}

/**
 * Takes the exclusive lock of a DATA_DIR. Throws a StartFailure with the text of `taken` if another process has
 * it.
 * It is an operating-system lock on `owner.lock`, taken through SQLite as the portable way in Node. It ends
 * with the process, even by kill -9, and children do not inherit it. No other code may open that file: closing
 * any handle releases the lock.
 */
export async function takeOwnership(
  dataDir: string,
  taken: (who: string) => string = alreadyRunning(dataDir),
): Promise<OwnerLock> {
  await makeDataDir(dataDir)
  const file = openLockFile(join(dataDir, 'owner.lock'))
  try {
    file.exec('PRAGMA journal_mode = OFF; BEGIN EXCLUSIVE')
  } catch (error) {
    file.close()
    if (!isBusy(error)) throw notLockable(dataDir, error)
    throw new AlreadyRunning(taken(await holderOf(dataDir)))
  }
  await writeFile(join(dataDir, 'owner.pid'), `${process.pid}\n`)
  return { release: () => file.close() }
}

async function makeDataDir(dataDir: string): Promise<void> {
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 })
  } catch (error) {
    throw new StartFailure(`DATA_DIR ${resolve(dataDir)} cannot be made: ${reason(error)}`)
  }
}

function openLockFile(path: string): DatabaseSync {
  try {
    return new DatabaseSync(path, { timeout: 0 })
  } catch (error) {
    throw notLockable(path, error)
  }
}

async function holderOf(dataDir: string): Promise<string> {
  const pid = (await readFile(join(dataDir, 'owner.pid'), 'utf8').catch(() => '')).trim()
  return pid === '' ? '' : ` (process ${pid})`
}

function alreadyRunning(dataDir: string): (who: string) => string {
  return (who) =>
    `Fieldbook is already running on ${resolve(dataDir)}${who}: stop it first, or give this one another DATA_DIR.`
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY
}

function notLockable(path: string, error: unknown): StartFailure {
  return new StartFailure(`${resolve(path)} cannot be locked for this process: ${reason(error)}`)
}

function reason(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
