import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { escapedHtml } from '#contract/rules/legal-markup.ts'

export interface ReadText {
  readonly html: string
  /** The first link that leads where legal texts may not lead; null where all are good. */
  readonly badLink: string | null
  /** The markup took longer than any text of people does: `html` shows it as it was typed. */
  readonly isTooMuch: boolean
}

/**
 * Milliseconds of a processor, so that a busy machine refuses no honest text. To load the reader takes less than half,
 * to read the longest text a tenth.
 */
const patience = 2_000

/** The few texts that hold now are read once: anybody may ask for them. */
const read = new Map<string, Promise<ReadText>>()
const keptTexts = 20

/**
 * A text as HTML. It is read apart from the server's own thread: there is markup whose reading takes a time that grows
 * with the square of its length, and meanwhile nobody else would be answered.
 */
export function readMarkup(markdown: string): Promise<ReadText> {
  const known = read.get(markdown)
  if (known) return known
  const reading = last.then(() => inWorker(markdown))
  // One at a time: many of them must not take the machine either.
  last = reading.then(
    () => undefined,
    () => undefined,
  )
  if (read.size >= keptTexts) read.clear()
  read.set(markdown, reading)
  reading.catch(() => read.delete(markdown))
  return reading
}
let last: Promise<void> = Promise.resolve()

async function inWorker(markdown: string): Promise<ReadText> {
  const worker = new Worker(new URL('./markup-worker.ts', import.meta.url), {
    workerData: markdown,
    resourceLimits: { maxOldGenerationSizeMb: 256 },
  })
  const over = new AbortController()
  const watch = setInterval(() => {
    // It may have ended by itself between two looks.
    worker.cpuUsage().then(
      ({ user }) => user / 1_000 > patience && over.abort(),
      () => undefined,
    )
  }, 100)
  try {
    const [done] = await once(worker, 'message', { signal: over.signal })
    return { html: String(done.html), badLink: done.badLink, isTooMuch: false }
  } catch (error) {
    if (!over.signal.aborted) throw error
    return { html: `<p>${escapedHtml(markdown)}</p>`, badLink: null, isTooMuch: true }
  } finally {
    clearInterval(watch)
    await worker.terminate()
  }
}
