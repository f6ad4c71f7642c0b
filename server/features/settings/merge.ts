import * as z from 'zod/mini'
import { choices, choiceTimes } from '#contract/accounts/settings.ts'
import { type Settings, type SettingsChanged, settingNames } from '#contract/accounts/settings-choices.ts'

/** Stored settings; invalid values (from another version, or edited by hand) count as unset. */
const Stored = z.object({
  theme: z.catch(z.optional(choices.theme), undefined),
  text_size: z.catch(z.optional(choices.text_size), undefined),
  language: z.catch(z.optional(choices.language), undefined),
  dictation_language: z.catch(z.optional(choices.dictation_language), undefined),
  units: z.catch(z.optional(choices.units), undefined),
  character_keys: z.catch(z.optional(choices.character_keys), undefined),
  changed_at: z.catch(z.object(choiceTimes), {}),
})
export type StoredSettings = z.infer<typeof Stored>

export function storedSettings(settings: unknown): StoredSettings {
  return z.parse(Stored, settings ?? {})
}

interface Change {
  readonly attributes: { readonly [Name in keyof Settings]?: Settings[Name] | undefined }
  /** When they were chosen, on a device that may have been offline; now if not given. */
  readonly changedAt: SettingsChanged
}

/** The later value of each choice. A choice from a device whose clock runs ahead counts as made now. */
export function mergeSettings(stored: StoredSettings, change: Change, now: Date): StoredSettings {
  const made = settingNames.flatMap((name) => {
    const value = change.attributes[name]
    if (value === undefined) return []
    const at = momentOf(change.changedAt[name], now)
    return at >= momentOf(stored.changed_at[name] ?? '1970-01-01T00:00:00Z', now) ? [{ name, value, at }] : []
  })
  return storedSettings({
    ...stored,
    ...Object.fromEntries(made.map(({ name, value }) => [name, value])),
    changed_at: {
      ...stored.changed_at,
      ...Object.fromEntries(made.map(({ name, at }) => [name, at])),
    },
  })
}

/** All in the same format, so that comparing the texts compares the times. */
function momentOf(given: string | undefined, now: Date): string {
  const time = given === undefined ? now.getTime() : Math.min(Date.parse(given), now.getTime())
  return new Date(time).toISOString()
}
