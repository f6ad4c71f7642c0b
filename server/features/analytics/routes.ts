import { appLoaded, reportViolation } from '#contract/admin/analytics.ts'
import { t } from '#contract/messages/translate.ts'
import { cut } from '#contract/rules/plain-text.ts'
import { fail } from '#server/http/failure.ts'
import { countEvent } from '#server/http/rate-limit.ts'
import { serve } from '#server/http/serve.ts'
import { countLoad } from './data.ts'

export const analyticsRoutes = [
  serve(appLoaded, async ({ context, db, now }) => {
    if (!context.config.analytics) return fail('request.notFound')
    await countLoad(db, now)
    return { status: 'ok' as const }
  }),

  serve(reportViolation, async ({ context, body: { 'csp-report': report }, now }) => {
    const seen = {
      directive: cut(report['effective-directive'] ?? report['violated-directive'] ?? '', 100),
      blocked: place(report['blocked-uri']),
      page: place(report['document-uri']),
      source: place(report['source-file']),
    }
    // Each only once an hour: anyone can send reports, and a browser sends one for each element.
    const bucket = `csp/${seen.directive}/${seen.blocked}/${seen.page}`
    if ((await countEvent(context.db, { bucket, limit: 1, seconds: 3_600 }, now)) === null)
      context.log.warn(seen, 'Content security policy: a browser blocked something')
    return { data: { message: t('common.done') } }
  }),
]

/** Origin and first part of an address: what follows may be a share link's secret. */
function place(address = ''): string {
  const { origin, pathname } = URL.parse(address) ?? { origin: address, pathname: '' }
  return cut(`${origin}/${pathname.split('/')[1] ?? ''}`.replace(/\/$/, ''), 200)
}
