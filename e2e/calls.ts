import type { BrowserContext, Request } from 'playwright-core'
import { expect } from 'vitest'

/** Tracks calls from now on; `ended` waits until no call is pending, except streams. */
export function watchCalls(context: BrowserContext): { ended(): Promise<void> } {
  const underWay = new Set<Request>()
  const isCall = (request: Request) => /\/api\/(?!.*\/events(\?|$))/.test(request.url())
  context.on('request', (request) => isCall(request) && underWay.add(request))
  const ended = (request: Request) => void underWay.delete(request)
  context.on('requestfinished', ended).on('requestfailed', ended)
  return { ended: () => expect.poll(() => [...underWay].map((request) => request.url())).toEqual([]) }
}
