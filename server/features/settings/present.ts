import { usualSettings } from '#contract/accounts/settings-choices.ts'
import { omitUndefined } from '#contract/omit-undefined.ts'
import type { StoredSettings } from './merge.ts'

export function presentSettings(accountId: string, { changed_at, ...chosen }: StoredSettings) {
  return {
    id: accountId,
    type: 'settings',
    attributes: { ...usualSettings, ...omitUndefined(chosen), changed_at },
  }
}
