import pLimit from 'p-limit'
import { escapedHtml } from '#contract/rules/legal-markup.ts'
import { runApart } from '#server/run-apart.ts'

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
/** Many of them must not take the machine. */
const inTurn = pLimit(1)

/**
 * A text as HTML. It is read apart from the server's own thread: there is markup whose reading takes a time that grows
 * with the square of its length, and meanwhile nobody else would be answered.
 */
export function readMarkup(markdown: string): Promise<ReadText> {
  const known = read.get(markdown)
  if (known) return known
  const reading = inTurn(() => inWorker(markdown))
  if (read.size >= keptTexts) read.clear()
  read.set(markdown, reading)
  reading.catch(() => read.delete(markdown))
  return reading
}

async function inWorker(markdown: string): Promise<ReadText> {
  const module = new URL('./markup-worker.ts', import.meta.url)
  const done = await runApart({ module, data: markdown, patience })
  if (done === null) return { html: `<p>${escapedHtml(markdown)}</p>`, badLink: null, isTooMuch: true }
  const { html, badLink } = done as Pick<ReadText, 'html' | 'badLink'>
  return { html, badLink, isTooMuch: false }
}
