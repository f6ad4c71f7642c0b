import { applyChanges, type Change, type Rows } from './recorded-rows.ts'

/** Format version. Raise it when older apps can't read the lines; they ignore such files. */
const version = 1

interface Snapshot {
  readonly version: number
  readonly changes: readonly Change[]
}

export interface ReadLog {
  readonly rows: Rows
  /** false if the end is damaged, so later changes are missing. */
  readonly whole: boolean
}

/** First line of a log: all unsent rows. */
export function snapshotLine(rows: Rows): string {
  return `${JSON.stringify({ version, changes: [...rows.values()] } satisfies Snapshot)}\n`
}

/** Line of one committed transaction. */
export function changesLine(changes: readonly Change[]): string {
  return `${JSON.stringify(changes)}\n`
}

/** Parses a log. Returns null if its first line is incomplete or was written by a newer app. */
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
    // Later lines may depend on this one.
    if (changes === null) return { rows, whole: false }
    applyChanges(rows, changes as readonly Change[])
  }
  return { rows, whole: end === '' }
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    // The writer was killed mid-line. The caller reports what is missing.
    return null
  }
}
