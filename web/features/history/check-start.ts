import { limits } from '#contract/limits.ts'
import { t } from '#web/lib/language/translate.ts'

export interface Start {
  readonly name: string
  readonly owner: string
}

export type StartErrors = Partial<Record<'form' | keyof Start, string>>

/** Errors in the survey's name and owner, which are both required (spec §5 'Start survey'). Empty if valid. */
export function checkStart({ name, owner }: Start): StartErrors {
  if (!name.trim() && !owner.trim()) return { form: t('surveys.nameAndOwnerMissing') }
  if (!name.trim()) return { name: t('surveys.nameMissing') }
  if (!owner.trim()) return { owner: t('surveys.ownerMissing') }
  return {
    ...(name.trim().length > limits.surveyNameMax ? { name: t('surveys.nameTooLong') } : {}),
    ...(owner.trim().length > limits.surveyNameMax ? { owner: t('surveys.nameTooLong') } : {}),
  }
}
