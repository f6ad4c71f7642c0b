import { limits } from '#contract/limits.ts'
import type { ReportDocument } from '#survey/report.ts'
import type { DrawingSize } from './turns.ts'

/** Shaping letters that change with their neighbors takes about ten times as long as setting plain ones. */
const timesPlain = 10
const firstShaped = 0x590
/** What a photo takes beside its caption, as plain letters. */
const aFigure = 200

/**
 * What drawing a report takes, counted in plain letters: about 5 ms for a thousand. Told from the report itself, since
 * labels cost as much as answers do and a survey's weight does not have them.
 */
export function workOf({ plans, sections }: ReportDocument): number {
  let work = 0
  const count = (text: string) => {
    for (let at = 0; at < text.length; at += 1) work += text.charCodeAt(at) < firstShaped ? 1 : timesPlain
  }
  for (const { name, pins } of plans) {
    count(name)
    for (const pin of pins) count(pin.name)
  }
  for (const { name, parts } of sections) {
    count(name)
    for (const { heading, rows } of parts) {
      count(heading ?? '')
      for (const { label, value, figures } of rows) {
        count(label)
        count(value)
        work += figures.length * aFigure
        for (const { caption } of figures) count(caption)
      }
    }
  }
  return work
}

export function sizeOfWork(work: number): DrawingSize {
  if (work < limits.pdfSmallWork) return 'small'
  return work < limits.pdfLargeWork ? 'usual' : 'large'
}

/**
 * The size that a survey's weight suggests, before anything of it is loaded. Of texts that are shaped the work is up to
 * four times as much; of empty answers it is a tenth.
 */
export function expectedSize(surveyBytes: number): DrawingSize {
  if (surveyBytes < limits.pdfSmallWork / 2) return 'small'
  return surveyBytes < 2 * limits.pdfLargeWork ? 'usual' : 'large'
}
