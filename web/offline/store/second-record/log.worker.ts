import { fileName, folderName, namesIn, numberOf } from './log-names.ts'

export interface LogTask {
  /**
   * Starts a new file for this store, which replaces its earlier ones. Missing = append to the current file.
   */
  readonly identity?: string
  readonly text: string
}

export interface LogReply {
  /** Size of the current file in bytes; null if writing failed. */
  readonly size: number | null
  /** Name of the error. */
  readonly problem: string
}

/** Synchronous file access, which exists only in dedicated workers. */
interface SyncFile {
  write(bytes: Uint8Array, options: { readonly at: number }): number
  flush(): void
  getSize(): number
  close(): void
}
type FileWithSync = FileSystemFileHandle & { createSyncAccessHandle(): Promise<SyncFile> }

const encoder = new TextEncoder()
let waiting: LogTask[] = []
let current: SyncFile | null = null
let running = false

addEventListener('message', ({ data }: MessageEvent<LogTask>) => {
  waiting.push(data)
  if (!running) void run()
})

async function run(): Promise<void> {
  running = true
  while (waiting.length > 0) {
    const tasks = waiting
    waiting = []
    const reply = await write(tasks).catch(
      // The page reports it to the journal.
      (error: unknown): LogReply => ({ size: null, problem: error instanceof Error ? error.name : '' }),
    )
    postMessage(reply)
  }
  running = false
}

/** Writes all tasks that arrived during the last flush with one flush. */
async function write(tasks: readonly LogTask[]): Promise<LogReply> {
  const last = tasks.findLastIndex(({ identity }) => identity !== undefined)
  const identity = tasks[last]?.identity
  const text = tasks
    .slice(Math.max(last, 0))
    .map((task) => task.text)
    .join('')
  if (identity !== undefined) await begin(identity, text)
  else if (current) append(current, text)
  else throw new Error('No open file')
  return { size: current?.getSize() ?? null, problem: '' }
}

async function begin(identity: string, text: string): Promise<void> {
  const root = await navigator.storage.getDirectory()
  const folder = await root.getDirectoryHandle(folderName, { create: true })
  const earlier = (await namesIn(folder)).filter((name) => name.startsWith(`${identity}.`))
  const name = fileName(identity, Math.max(0, ...earlier.map(numberOf)) + 1)
  const file = (await folder.getFileHandle(name, { create: true })) as FileWithSync
  const next = await file.createSyncAccessHandle()
  append(next, text)
  current?.close()
  current = next
  // A file that a frozen page has open stays until the next owner starts.
  for (const other of earlier) await folder.removeEntry(other).catch(() => undefined)
}

function append(file: SyncFile, text: string): void {
  const bytes = encoder.encode(text)
  if (file.write(bytes, { at: file.getSize() }) < bytes.length)
    throw new DOMException('', 'QuotaExceededError')
  file.flush()
}
