import { markLocalRows, replaceLocalRows, writeLocalRows } from './local-rows.ts'
import type { LogReply, LogTask } from './log.worker.ts'
import { changesLine, snapshotLine } from './log-text.ts'
import type { Change, Rows } from './recorded-rows.ts'

/** Writes the second record of one store. */
export interface RecordWriter {
  /** Replaces everything that was recorded of the store. */
  readonly begin: (rows: Rows) => void
  readonly add: (changes: readonly Change[]) => void
  readonly close: () => void
}

interface Callbacks {
  /** It is on the disk; the size of the file, in bytes. */
  readonly written: (size: number) => void
  /** Nothing is recorded from here on. */
  readonly failed: (problem: string) => void
}

/** A log in the origin's private file system, flushed with every write by a worker: only workers may flush. */
export function logWriter(identity: string, { written, failed }: Callbacks): RecordWriter {
  const worker = new Worker(new URL('./log.worker.ts', import.meta.url), { type: 'module' })
  worker.onmessage = ({ data: { size, problem } }: MessageEvent<LogReply>) => {
    if (size === null) failed(problem)
    else written(size)
  }
  worker.onerror = () => failed('WorkerError')
  const post = (task: LogTask) => worker.postMessage(task)
  return {
    begin: (rows) => post({ identity, text: snapshotLine(rows) }),
    add: (changes) => post({ text: changesLine(changes) }),
    close: () => worker.terminate(),
  }
}

/** Rows in local storage, for engines without such files and private windows. The browser flushes when it likes. */
export function localWriter(identity: string, { written, failed }: Callbacks): RecordWriter {
  const tried = (work: () => void) => {
    try {
      work()
      written(0)
    } catch (error) {
      // The owner reports it to the journal.
      failed(error instanceof Error ? error.name : '')
    }
  }
  const add = (changes: readonly Change[]) => {
    try {
      writeLocalRows(identity, changes)
    } catch (error) {
      markLocalRows(identity, 'parts')
      throw error
    }
  }
  return {
    begin: (rows) => tried(() => replaceLocalRows(identity, rows)),
    add: (changes) => tried(() => add(changes)),
    close: () => undefined,
  }
}
