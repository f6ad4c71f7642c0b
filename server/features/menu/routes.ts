import * as agreed from '#contract/admin/menu.ts'
import { mayMakeTemplates } from '#server/features/accounts/may-make-templates.ts'
import { reviewsInTeam } from '#server/features/surveys/access.ts'
import { countWaiting } from '#server/features/surveys/review-queue/data.ts'
import { serve } from '#server/http/serve.ts'
import { presentMenu } from './present.ts'

export const menuRoutes = [
  serve(agreed.navigationMenu, async ({ db, account, context }) => {
    const makesTemplates = await mayMakeTemplates(db, account.id)
    const waiting = (await reviewsInTeam(db, account.id)) ? await countWaiting(db, account) : null
    return {
      data: presentMenu({ role: account.role, makesTemplates, waiting }, context.config.menuLinks),
      meta: { position: 'left' as const },
    }
  }),
]
