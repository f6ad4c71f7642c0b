import { auditActions } from '#contract/audit-actions.ts'
import { deviceName } from '#web/lib/device-name.ts'
import { say } from '#web/lib/say.ts'
import type { Recorded } from './queries.ts'
import { roleText } from './words.ts'

type Entry = Recorded['attributes']

/** The action in words; one that this version of the app does not know, as it is called. */
export function whatText({ action }: Entry): string {
  const known = auditActions.find((one) => one === action)
  return known ? say(`audit.${known}`) : action
}

export function whoText({ account_id, account_name }: Entry): string {
  if (account_id === null) return say('admin.auditNobody')
  return account_name ?? say('admin.auditGone', { id: account_id })
}

/** The record that it was done to: an account by its name, anything else by kind and id. */
export function whichText({ target_type, target_id, target_name }: Entry): string {
  return target_name ?? [target_type, target_id].filter(Boolean).join(' ')
}

export function whereText({ address, user_agent }: Entry): string {
  return [address, user_agent && deviceName(user_agent)].filter(Boolean).join(', ')
}

/** What else is on record, as 'Surveyor → Administrator' or 'what: pdf, by: guest'. */
export function detailText({ action, detail }: Entry): string {
  const { from, to, ...others } = detail
  if (from !== undefined && to !== undefined) return [from, to].map(roleWord).join(' → ')
  return Object.entries(others)
    .filter(([, value]) => value !== action)
    .map(([name, value]) => `${name}: ${value}`)
    .join(', ')
}

function roleWord(value: string | number | boolean): string {
  return value === 'admin' || value === 'surveyor' ? say(roleText[value]) : String(value)
}
