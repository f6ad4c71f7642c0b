import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { languages } from '../messages/language.ts'
import { dictationTags } from '../rules/dictation-language.ts'
import { Instant, single } from '../wire.ts'
import { textSizes, themes, unitSystems } from './settings-choices.ts'

/** One schema for each choice; `changed_at` has the same keys. */
export const choices = {
  theme: z.enum(themes),
  text_size: z.union(textSizes.map((size) => z.literal(size))),
  language: z.enum(languages),
  dictation_language: z.enum(dictationTags),
  units: z.enum(unitSystems),
  character_keys: z.boolean(),
}
/** ISO 8601, for each choice. */
export const choiceTimes = {
  theme: z.optional(Instant),
  text_size: z.optional(Instant),
  language: z.optional(Instant),
  dictation_language: z.optional(Instant),
  units: z.optional(Instant),
  character_keys: z.optional(Instant),
}

const Kept = single(z.object({ ...choices, changed_at: z.object(choiceTimes) }))

export const settings = endpoint({
  name: 'settings.read',
  method: 'GET',
  path: '/profile/settings',
  summary: 'What the account has chosen: theme, text size, languages, units, keys',
  access: 'surveyor',
  reply: Kept,
  offline: 'cache',
})

export const changeSettings = endpoint({
  name: 'settings.change',
  method: 'PATCH',
  path: '/profile/settings',
  summary: 'Change some of them; of two changes of the same one the later stands, whichever comes first',
  access: 'surveyor',
  body: z.strictObject({
    data: z.strictObject({
      attributes: z.partial(z.strictObject(choices)),
      changed_at: z.optional(z.strictObject(choiceTimes)),
    }),
  }),
  reply: Kept,
  rates: [{ limit: 120, seconds: 600, by: 'account' }],
})
