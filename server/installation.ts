import type { Context } from '#server/context.ts'
import { seedLegalTexts } from '#server/features/legal/texts.ts'
import { seedTemplates } from '#server/features/templates/seed.ts'

/** What every start brings into an installation. */
export async function prepareInstallation({ db, clock }: Context): Promise<void> {
  await seedTemplates(db)
  await seedLegalTexts(db, clock())
}
