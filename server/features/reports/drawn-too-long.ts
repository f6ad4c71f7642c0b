import { fail, Refused } from '#server/http/failure.ts'

/** Which reports were ended at the limit, and until when that is remembered. */
const ended = new Map<string, number>()
const rememberedFor = 3_600_000
const mostRemembered = 1_000

/**
 * The refusal for whoever is waiting. The reader of an answer that has begun cannot be told, but is told when
 * asking again.
 */
export function drawnTooLong(): Refused {
  return new Refused(fail('report.tooLarge'))
}

/** The same report would take as long again, so it is refused before any of it is loaded. */
export function refuseDrawnTooLong(report: string): void {
  const until = ended.get(report)
  if (until === undefined) return
  if (until > Date.now()) throw drawnTooLong()
  ended.delete(report)
}

export function rememberDrawnTooLong(report: string): void {
  const [oldest] = ended.keys()
  if (ended.size >= mostRemembered && oldest !== undefined) ended.delete(oldest)
  ended.set(report, Date.now() + rememberedFor)
}
