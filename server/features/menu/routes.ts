import * as agreed from '#contract/menu.ts'
import { serve } from '#server/http/serve.ts'
import { presentMenu } from './present.ts'

export const menuRoutes = [
  serve(agreed.navigationMenu, async ({ account, context }) => ({
    data: presentMenu(account.role, context.config.menuLinks),
    meta: { position: 'left' as const },
  })),
]
