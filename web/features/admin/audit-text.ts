import { auditActions } from '#contract/admin/audit-actions.ts'
import { auditDetails } from '#contract/messages/audit-details.ts'
import { t } from '#web/lib/language/translate.ts'
import { deviceName } from '#web/lib/session/device-name.ts'
import type { AuditEntry } from './queries.ts'

type Entry = AuditEntry['attributes']

/** The translated action, or its raw name if this version of the app doesn't know it. */
export function actionText({ action }: Entry): string {
  const known = auditActions.find((one) => one === action)
  return known ? t(`audit.${known}`) : action
}

export function actorText({ account_id, account_name }: Entry): string {
  if (account_id === null) return t('admin.auditNobody')
  return account_name ?? t('admin.auditGone', { mark: shortId(account_id) })
}

/** The record the action applied to: an account's name, or a survey's owner and short id. */
export function recordText({ target_type, target_id, target_name, target_owner }: Entry): string {
  const mark = shortId(target_id)
  if (target_name !== null) return target_name
  if (target_type === 'survey')
    return target_owner === null
      ? t('admin.auditSurvey', { mark })
      : t('admin.auditSurveyOf', { owner: target_owner, mark })
  if (target_type === 'account') return t('admin.auditGone', { mark })
  if (target_type === 'message') return t('admin.auditMessage', { mark })
  if (target_type === 'call') return t('admin.auditCall', { name: target_id })
  return (
    recordIn(`record.${target_type}`, mark) ??
    [target_type.replaceAll('_', ' '), mark].filter(Boolean).join(' ')
  )
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** The last six characters of a UUID; other text unchanged. */
export function shortId(id: string): string {
  return uuid.test(id) ? `…${id.slice(-6)}` : id
}

export function originText({ address, user_agent }: Entry): string {
  return [address, user_agent && deviceName(user_agent)].filter(Boolean).join(', ')
}

/** The entry's details, such as 'Surveyor → Administrator' or 'What: PDF, By: guest'. */
export function detailText({ action, detail }: Entry): string {
  const { from, to, ...others } = detail
  if (from !== undefined && to !== undefined) return [from, to].map(valueText).join(' → ')
  return Object.entries(to === undefined ? others : { ...others, to })
    .filter(([, value]) => value !== action)
    .map(([name, value]) => {
      const text = userTexts.has(name) ? shortId(String(value)) : valueText(value)
      return `${wordIn(`name.${name}`) ?? name}: ${text}`
    })
    .join(', ')
}

/** Values entered by a user. Never translated, even if they match a known word. */
const userTexts = new Set(['email', 'member', 'name', 'reason', 'recipient', 'subject'])

function valueText(value: string | number | boolean): string {
  return wordIn(`value.${value}`) ?? shortId(String(value))
}

function recordIn(key: string, mark: string): string | null {
  const known = keys.find((one) => one === key)
  return known ? t(`auditDetails.${known}`, { mark }) : null
}

/** The translation of `key`, or null if this version of the app has none. */
function wordIn(key: string): string | null {
  const known = keys.find((one) => one === key)
  return known ? t(`auditDetails.${known}`) : null
}

const keys = Object.keys(auditDetails) as (keyof typeof auditDetails)[]
