import { fail, Refused } from '#server/http/failure.ts'

/** Reports that timed out, with the time when each may be tried again. */
const ended = new Map<string, number>()
const rememberedFor = 3_600_000
const mostRemembered = 1_000

/**
 * Returns the refusal for a reader that is still waiting. A response that has begun cannot carry it; its
 * reader gets the message with the next request.
 */
export function renderTimeout(): Refused {
  return new Refused(fail('report.tooLarge'))
}

/** Throws if this report timed out recently: it would time out again, so it is rejected before loading. */
export function rejectTimedOutReport(report: string): void {
  const until = ended.get(report)
  if (until === undefined) return
  if (until > Date.now()) throw renderTimeout()
  ended.delete(report)
}

export function recordRenderTimeout(report: string): void {
  const [oldest] = ended.keys()
  if (ended.size >= mostRemembered && oldest !== undefined) ended.delete(oldest)
  ended.set(report, Date.now() + rememberedFor)
}
