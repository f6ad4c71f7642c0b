import { applyChanges, type Change, type Rows } from './recorded-rows.ts'

/** Raised when an earlier app could not read the lines. It leaves such a file alone. */
const version = 1

interface Snapshot {
  readonly version: number
  readonly changes: readonly Change[]
}

export interface ReadLog {
  readonly rows: Rows
  /** false = the end is damaged: later changes are missing. */
  readonly whole: boolean
}

/** The first line of a log: everything that waits. */
export function snapshotLine(rows: Rows): string {
  return `${JSON.stringify({ version, changes: [...rows.values()] } satisfies Snapshot)}\n`
}

/** One committed transaction. */
export function changesLine(changes: readonly Change[]): string {
  return `${JSON.stringify(changes)}\n`
}

/** null = nothing in it can be read: its first line was never finished, or a later app wrote it. */
export function readLog(text: string): ReadLog | null {
  const [first = '', ...lines] = text.split('\n')
  const snapshot = parsed(first) as Snapshot | null
  if (snapshot?.version !== version) return null
  const rows: Rows = new Map()
  applyChanges(rows, snapshot.changes)
  // A finished line ends with a line break, so the last piece is empty.
  const end = lines.pop()
  for (const line of lines) {
    const changes = parsed(line)
    // Without this one the later ones may not fit.
    if (changes === null) return { rows, whole: false }
    applyChanges(rows, changes as readonly Change[])
  }
  return { rows, whole: end === '' }
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    // Its writer was killed in the middle of it: the caller reports what is missing.
    return null
  }
}
