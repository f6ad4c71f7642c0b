import { appLoaded } from '#contract/admin/analytics.ts'
import { fail } from '#server/http/failure.ts'
import { serve } from '#server/http/serve.ts'
import { countLoad } from './data.ts'

export const analyticsRoutes = [
  serve(appLoaded, async ({ context, db, now }) => {
    if (!context.config.analytics) return fail('request.notFound')
    await countLoad(db, now)
    return { status: 'ok' as const }
  }),
]
