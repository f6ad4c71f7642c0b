import pLimit from 'p-limit'
import { escapedHtml } from '#contract/rules/legal-markup.ts'
import { runIsolated } from '#server/run-isolated.ts'

export interface ReadText {
  readonly html: string
  /** The first link that is not allowed in legal texts; null if all are allowed. */
  readonly badLink: string | null
  /** The markup took longer than any real text would: `html` shows it as typed. */
  readonly isTooMuch: boolean
}

/**
 * Milliseconds of processor time, so that a busy machine refuses no legitimate text. Loading the parser takes
 * less than half, reading the longest text a tenth.
 */
const patience = 2_000

/** The few current texts are read once: anyone may ask for them. */
const read = new Map<string, Promise<ReadText>>()
const keptTexts = 20
/** Many of them must not take over the machine. */
const inTurn = pLimit(1)

/** Converts a text to HTML in a separate process, since some markup takes quadratic time. */
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
  const done = await runIsolated({ module, data: markdown, patience })
  if (done === null) return { html: `<p>${escapedHtml(markdown)}</p>`, badLink: null, isTooMuch: true }
  const { html, badLink } = done as Pick<ReadText, 'html' | 'badLink'>
  return { html, badLink, isTooMuch: false }
}
