import { markLocalRows, replaceLocalRows, writeLocalRows } from './local-rows.ts'
import type { LogReply, LogTask } from './log.worker.ts'
import { changesLine, snapshotLine } from './log-text.ts'
import type { Change, Rows } from './recorded-rows.ts'

/** Writes the second record of one store. */
export interface RecordWriter {
  /** Replaces the store's whole record. */
  readonly begin: (rows: Rows) => void
  readonly add: (changes: readonly Change[]) => void
  readonly close: () => void
}

interface Callbacks {
  /** The rows are on disk. `size`: bytes of the file. */
  readonly written: (size: number) => void
  /** Recording stops here. */
  readonly failed: (problem: string) => void
}

/** A log in the origin's private file system. A worker flushes every write, because only workers can. */
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

/**
 * Rows in local storage, for private windows and engines without private files. The browser decides when to
 * flush.
 */
export function localWriter(identity: string, { written, failed }: Callbacks): RecordWriter {
  const tried = (work: () => void) => {
    try {
      work()
      written(0)
    } catch (error) {
      // The owner logs it to the journal.
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
