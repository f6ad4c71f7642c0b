import { usualSettings } from '#contract/accounts/settings-choices.ts'
import type { StoredSettings } from './merge.ts'

export function presentSettings(accountId: string, { changed_at, ...chosen }: StoredSettings) {
  const said = Object.fromEntries(Object.entries(chosen).filter(([, value]) => value !== undefined))
  return { id: accountId, type: 'settings', attributes: { ...usualSettings, ...said, changed_at } }
}
