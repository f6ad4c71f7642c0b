import type { Context } from '#server/context.ts'
import type { FirstAdmin } from '#server/features/accounts/first-admin.ts'
import { seedTemplates } from '#server/features/templates/seed.ts'

/** What an installation needs to be usable: the templates, and on an empty one a sample survey of the first admin's. */
export async function prepareInstallation(context: Context, _admin: FirstAdmin | null): Promise<void> {
  await seedTemplates(context.db)
}
