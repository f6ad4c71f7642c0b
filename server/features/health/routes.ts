import { live, ready } from '#contract/health.ts'
import { fail } from '#server/http/failure.ts'
import { serve } from '#server/http/serve.ts'
import { findProblems } from './health-problems.ts'

export const healthRoutes = [
  serve(live, async () => ({ status: 'ok' as const })),
  serve(ready, async ({ context }) => {
    const wrong = Object.entries(await findProblems(context))
    if (wrong.length === 0) {
      const missing = context.fileWatch.missing()
      return {
        status: missing ? ('files_missing' as const) : ('ok' as const),
        down: [],
        missing_files: missing,
      }
    }
    return fail('service.unavailable', {
      ...(wrong.some(([, state]) => state === 'full') ? { message: 'common.serverFull' } : {}),
      more: wrong.map(([name, state]) => ({ [name]: state })),
      retryAfter: 5,
    })
  }),
]
