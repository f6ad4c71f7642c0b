import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { inject } from 'vitest'
import { endWithParent } from './end-with-parent.ts'

/** A test's own DATA_DIR, with one tiny migration. */
export interface DatabaseFolder extends AsyncDisposable {
  dataDir: string
  migrations: string
}

export async function databaseFolder(below = ''): Promise<DatabaseFolder> {
  const root = await mkdtemp(join(tmpdir(), 'fieldbook-db-'))
  const migrations = join(root, 'migrations')
  await mkdir(migrations)
  await writeFile(join(migrations, '0001_kept.sql'), 'create table kept (number integer primary key);\n')
  return {
    dataDir: join(root, below, 'data'),
    migrations,
    [Symbol.asyncDispose]: () => rm(root, { recursive: true, force: true, maxRetries: 20 }),
  }
}

/** Like `databaseFolder`, with an existing database. */
export async function seededFolder(below = ''): Promise<DatabaseFolder> {
  const folder = await databaseFolder(below)
  await mkdir(dirname(folder.dataDir), { recursive: true })
  await promisify(execFile)('cp', ['-a', inject('seedDataDir'), folder.dataDir])
  return folder
}

/** The process of `database-process.ts` and its output so far. */
export interface DatabaseProcess {
  child: ChildProcess
  said: string[]
  complained(): string
  /** Waits until it has printed that many lines, or exited. */
  heard(lines: number): Promise<void>
  ended: Promise<number | null>
}

export function startDatabaseProcess({ dataDir, migrations }: DatabaseFolder, first = 0): DatabaseProcess {
  const script = join(import.meta.dirname, 'database-process.ts')
  const child = spawn(process.execPath, [script, dataDir, migrations, String(first)], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  endWithParent(child)
  const said: string[] = []
  let complaint = ''
  let over = false
  const lines = createInterface({ input: child.stdout })
  lines.on('line', (line) => said.push(line))
  child.stderr.on('data', (text) => {
    complaint += text
  })
  const ended = once(child, 'close').then(([code]) => {
    over = true
    lines.emit('line', '')
    said.pop()
    return typeof code === 'number' ? code : null
  })
  return {
    child,
    said,
    ended,
    complained: () => complaint,
    heard: async (count) => {
      while (said.length < count && !over) await once(lines, 'line')
    },
  }
}
