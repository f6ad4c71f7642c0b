import { limits } from '#contract/limits.ts'
import type { ReportDocument } from '#survey/report.ts'
import type { ReportSize } from './fair-queue.ts'

/** Shaping letters that depend on their neighbors takes about ten times as long as plain letters. */
const timesPlain = 10
const firstShaped = 0x590
/** Cost of a photo without its caption, in plain letters. */
const aFigure = 200

/**
 * Estimates the cost of rendering a report in plain letters; a thousand take about 5 ms. Uses the report,
 * since labels cost as much as answers and are not part of a survey's stored size.
 */
export function renderCost({ plans, sections }: ReportDocument): number {
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

export function sizeForCost(work: number): ReportSize {
  if (work < limits.pdfSmallWork) return 'small'
  return work < limits.pdfLargeWork ? 'usual' : 'large'
}

/**
 * Estimates the size from the survey's stored bytes, before loading it. Shaped scripts cost up to four times
 * as much; empty answers a tenth.
 */
export function expectedSize(surveyBytes: number): ReportSize {
  if (surveyBytes < limits.pdfSmallWork / 2) return 'small'
  return surveyBytes < 2 * limits.pdfLargeWork ? 'usual' : 'large'
}
