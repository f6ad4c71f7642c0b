import type { Language } from '../messages/language.ts'
import type { DictationTag } from '../rules/dictation-language.ts'

/** A user's possible choices, separate from the calls, so that a device reads its choices without schemas. */
export const themes = ['light', 'dark', 'system'] as const
/** Percent of the browser's own size. */
export const textSizes = [100, 112, 125, 150] as const
export const unitSystems = ['imperial', 'metric'] as const
export type UnitSystem = (typeof unitSystems)[number]

export interface Settings {
  readonly theme: (typeof themes)[number]
  readonly text_size: (typeof textSizes)[number]
  readonly language: Language
  readonly dictation_language: DictationTag
  readonly units: UnitSystem
  /**
   * Whether single characters are shortcuts outside of fields. Speech input would trigger them (WCAG 2.1.4).
   */
  readonly character_keys: boolean
}
export type SettingName = keyof Settings
export const settingNames = [
  'theme',
  'text_size',
  'language',
  'dictation_language',
  'units',
  'character_keys',
] as const
/** When each choice was made; absent = never chosen. */
export type SettingsChanged = { readonly [Name in SettingName]?: string | undefined }

/** Defaults for accounts without choices. */
export const usualSettings: Settings = {
  theme: 'system',
  text_size: 100,
  language: 'en',
  dictation_language: 'en-US',
  units: 'imperial',
  character_keys: true,
}
