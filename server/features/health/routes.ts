import { sql } from 'kysely'
import { live, ready } from '#contract/health.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#server/http/failure.ts'
import { serve } from '#server/http/serve.ts'

export const healthRoutes = [
  serve(live, async () => ({ status: 'ok' as const })),
  serve(ready, async ({ context }) => {
    const down = await whatIsDown(context)
    if (down.length === 0) {
      const missing = context.fileWatch.missing()
      return { status: missing ? ('files_missing' as const) : ('ok' as const), down, missing_files: missing }
    }
    return fail('service.unavailable', { more: down.map((name) => ({ [name]: 'down' })), retryAfter: 5 })
  }),
]

async function whatIsDown({ db, files }: Context): Promise<string[]> {
  const [database, store] = await Promise.allSettled([sql`select 1`.execute(db), files.check()])
  return [
    ...(database.status === 'rejected' ? ['database'] : []),
    ...(store.status === 'rejected' ? ['files'] : []),
  ]
}
