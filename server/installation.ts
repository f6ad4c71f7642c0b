import type { Context } from '#server/context.ts'
import { seedTemplates } from '#server/features/templates/seed.ts'

/** What every start brings into an installation. */
export async function prepareInstallation({ db }: Context): Promise<void> {
  await seedTemplates(db)
}
