import { limits } from '#contract/limits.ts'
import { t } from '#web/lib/language/translate.ts'

export interface Start {
  readonly name: string
  readonly owner: string
}

export type StartErrors = Partial<Record<'form' | keyof Start, string>>

/** Survey name and property owner, both needed (spec §5 'Start survey'); empty = nothing wrong. */
export function checkStart({ name, owner }: Start): StartErrors {
  if (!name.trim() && !owner.trim()) return { form: t('surveys.nameAndOwnerMissing') }
  if (!name.trim()) return { name: t('surveys.nameMissing') }
  if (!owner.trim()) return { owner: t('surveys.ownerMissing') }
  return {
    ...(name.trim().length > limits.surveyNameMax ? { name: t('surveys.nameTooLong') } : {}),
    ...(owner.trim().length > limits.surveyNameMax ? { owner: t('surveys.nameTooLong') } : {}),
  }
}
