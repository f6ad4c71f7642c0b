import type { Context } from '#server/context.ts'
import { seedLegalTexts } from '#server/features/legal/texts.ts'
import { seedTemplates } from '#server/features/templates/seed.ts'

/** Adds the built-in templates and texts; runs at every start. */
export async function prepareInstallation({ db, clock }: Context): Promise<void> {
  await seedTemplates(db)
  await seedLegalTexts(db, clock())
}
