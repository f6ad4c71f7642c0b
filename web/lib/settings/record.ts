import {
  type SettingName,
  type Settings,
  type SettingsChanged,
  settingNames,
  textSizes,
  themes,
  unitSystems,
} from '#contract/accounts/settings-choices.ts'
import { languages } from '#contract/messages/language.ts'
import { dictationTags } from '#contract/rules/dictation-language.ts'

/** An account's settings as stored on a device. */
export interface SettingsRecord {
  readonly chosen: Partial<Settings>
  readonly changedAt: SettingsChanged
  /** Chosen on this device and not acknowledged by the server. */
  readonly waiting: readonly SettingName[]
}

export const noSettings: SettingsRecord = { chosen: {}, changedAt: {}, waiting: [] }

const possible: { readonly [Name in SettingName]: readonly Settings[Name][] } = {
  theme: themes,
  text_size: textSizes,
  language: languages,
  dictation_language: dictationTags,
  units: unitSystems,
  character_keys: [true, false],
}

/** Parses the stored record, which may be malformed. */
export function readRecord(text: string | null): SettingsRecord {
  try {
    const { chosen = {}, changedAt = {}, waiting = [] } = JSON.parse(text ?? '{}') as Partial<SettingsRecord>
    return {
      chosen: pick(settingNames, (name) => possible[name].find((value) => value === chosen[name])),
      changedAt: pick(settingNames, (name) => {
        const at = changedAt[name]
        return typeof at === 'string' && !Number.isNaN(Date.parse(at)) ? at : undefined
      }),
      waiting: settingNames.filter((name) => Array.isArray(waiting) && waiting.includes(name)),
    }
  } catch {
    // Not JSON: the account's settings come from the server.
    return noSettings
  }
}

export function withChoice<Name extends SettingName>(
  record: SettingsRecord,
  name: Name,
  value: Settings[Name],
  at: string,
): SettingsRecord {
  return {
    chosen: { ...record.chosen, [name]: value },
    changedAt: { ...record.changedAt, [name]: at },
    waiting: [...record.waiting.filter((one) => one !== name), name],
  }
}

/** Applies the server's settings, except where a later choice waits. */
export function withServer(
  record: SettingsRecord,
  { changed_at, ...values }: Settings & { readonly changed_at: SettingsChanged },
): SettingsRecord {
  const known = settingNames.filter((name) => changed_at[name] !== undefined)
  const kept = record.waiting.filter((name) => (record.changedAt[name] ?? '') > (changed_at[name] ?? ''))
  const taken = known.filter((name) => !kept.includes(name))
  return {
    chosen: { ...pick(taken, (name) => values[name]), ...pick(kept, (name) => record.chosen[name]) },
    changedAt: {
      ...pick(taken, (name) => changed_at[name]),
      ...pick(kept, (name) => record.changedAt[name]),
    },
    waiting: kept,
  }
}

/** Removes acknowledged choices from the waiting list, unless they changed meanwhile. */
export function withoutWaiting(record: SettingsRecord, sent: SettingsRecord): SettingsRecord {
  const waiting = record.waiting.filter((name) => record.changedAt[name] !== sent.changedAt[name])
  return { ...record, waiting }
}

function pick<T>(names: readonly SettingName[], of: (name: SettingName) => T | undefined) {
  return Object.fromEntries(
    names.map((name) => [name, of(name)] as const).filter(([, value]) => value !== undefined),
  )
}
