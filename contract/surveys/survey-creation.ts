import * as z from 'zod/mini'
import { ownerName, surveyName } from '../rules/survey-names.ts'
import { Id } from '../wire.ts'
import { zoneAtCreation } from './survey-zone.ts'

/**
 * A new survey as sent; some clients use `template`, `name` and `owner`. The order of keys must not change:
 * repeated creations are recognized by it.
 */
const Aliased = z.object({
  id: z.optional(Id),
  survey_template_id: z.optional(Id),
  survey_name: z.optional(surveyName),
  owner_name: z.optional(ownerName),
  status: z.optional(z.literal('Started')),
  ...zoneAtCreation,
  template: z.optional(Id),
  name: z.optional(surveyName),
  owner: z.optional(ownerName),
})

type Aliased = z.output<typeof Aliased>

const either = {
  survey_template_id: (given: Aliased) => given.survey_template_id ?? given.template,
  survey_name: (given: Aliased) => given.survey_name ?? given.name,
  owner_name: (given: Aliased) => given.owner_name ?? given.owner,
} as const

function creationOf(given: Aliased) {
  const { template: _, name: __, owner: ___, ...known } = given
  return {
    ...known,
    survey_template_id: either.survey_template_id(given) ?? '',
    survey_name: either.survey_name(given) ?? '',
    owner_name: either.owner_name(given) ?? '',
  }
}

/** Reports only a missing value; an invalid one is reported by its own rule. */
function needs(field: keyof typeof either, error?: 'surveys.nameMissing' | 'surveys.ownerMissing') {
  return z.refine<Aliased>((given) => either[field](given) !== undefined, {
    ...(error && { error }),
    path: [field],
  })
}

export const SurveyCreation = z.pipe(
  Aliased.check(
    needs('survey_template_id'),
    needs('survey_name', 'surveys.nameMissing'),
    needs('owner_name', 'surveys.ownerMissing'),
  ),
  z.transform(creationOf),
)
export type SurveyCreation = z.output<typeof SurveyCreation>
