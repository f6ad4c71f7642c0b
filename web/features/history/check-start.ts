import { limits } from '#contract/limits.ts'
import { say } from '#web/lib/say.ts'

export interface Start {
  readonly name: string
  readonly owner: string
}

export type StartErrors = Partial<Record<'form' | keyof Start, string>>

/** Survey name and property owner, both needed (spec §5 'Start survey'); empty = nothing wrong. */
export function checkStart({ name, owner }: Start): StartErrors {
  if (!name.trim() && !owner.trim()) return { form: say('surveys.nameAndOwnerMissing') }
  if (!name.trim()) return { name: say('surveys.nameMissing') }
  if (!owner.trim()) return { owner: say('surveys.ownerMissing') }
  return {
    ...(name.trim().length > limits.surveyNameMax ? { name: say('surveys.nameTooLong') } : {}),
    ...(owner.trim().length > limits.surveyNameMax ? { owner: say('surveys.nameTooLong') } : {}),
  }
}
