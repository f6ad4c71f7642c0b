import * as agreed from '#contract/admin/menu.ts'
import { mayMakeTemplates } from '#server/features/accounts/may-make-templates.ts'
import { serve } from '#server/http/serve.ts'
import { presentMenu } from './present.ts'

export const menuRoutes = [
  serve(agreed.navigationMenu, async ({ db, account, context }) => ({
    data: presentMenu(
      { role: account.role, makesTemplates: await mayMakeTemplates(db, account.id) },
      context.config.menuLinks,
    ),
    meta: { position: 'left' as const },
  })),
]
