import { changeAccountAccess, inviteAgain, restoreAccount } from '#contract/admin/admin.ts'
import { call } from '#web/lib/http/call.ts'
import type { ListedAccount } from './queries.ts'

/** Changes to an account, each with its confirmation and success messages. */
export const changes = {
  resend: {
    button: 'admin.resend',
    title: 'admin.resendTitle',
    text: 'admin.resendText',
    done: 'admin.invited',
  },
  makeAdmin: {
    button: 'admin.makeAdmin',
    title: 'admin.makeAdminTitle',
    text: 'admin.makeAdminText',
    done: 'admin.madeAdmin',
  },
  makeSurveyor: {
    button: 'admin.makeSurveyor',
    title: 'admin.makeSurveyorTitle',
    text: 'admin.makeSurveyorText',
    done: 'admin.madeSurveyor',
  },
  disable: {
    button: 'admin.disable',
    title: 'admin.disableTitle',
    text: 'admin.disableText',
    done: 'admin.disabled',
  },
  enable: {
    button: 'admin.enable',
    title: 'admin.enableTitle',
    text: 'admin.enableText',
    done: 'admin.enabled',
  },
  allowTemplates: {
    button: 'admin.allowTemplates',
    title: 'admin.allowTemplatesTitle',
    text: 'admin.allowTemplatesText',
    done: 'admin.allowedTemplates',
  },
  endTemplates: {
    button: 'admin.endTemplates',
    title: 'admin.endTemplatesTitle',
    text: 'admin.endTemplatesText',
    done: 'admin.endedTemplates',
  },
  restore: {
    button: 'admin.restore',
    title: 'admin.restoreTitle',
    text: 'admin.restoreText',
    done: 'admin.restored',
  },
} as const
export type Change = keyof typeof changes

/** Whether a change is shown in red: it removes access. */
export const isDestructive = (change: Change) => change === 'disable' || change === 'makeSurveyor'

const bodies = {
  makeAdmin: { role: 'admin' },
  makeSurveyor: { role: 'surveyor' },
  disable: { disabled: true },
  enable: { disabled: false },
  allowTemplates: { may_make_templates: true },
  endTemplates: { may_make_templates: false },
} as const

export function changesFor({ attributes: a }: ListedAccount, isOwn: boolean): readonly Change[] {
  if (isOwn) return []
  if (a.is_deleted) return ['restore']
  const role = a.role === 'admin' ? 'makeSurveyor' : 'makeAdmin'
  if (a.is_disabled) return [role, 'enable']
  const resend = a.is_invited && a.email !== '' ? (['resend'] as const) : []
  // Administrators always have this right.
  const right = a.may_make_templates ? 'endTemplates' : 'allowTemplates'
  return [...resend, ...(a.role === 'admin' ? [] : ([right] as const)), role, 'disable']
}

export function applyChange(change: Change, id: string, key: string) {
  const params = { id }
  if (change === 'resend') return call(inviteAgain, { params }, { key })
  if (change === 'restore') return call(restoreAccount, { params }, { key })
  return call(changeAccountAccess, { params, body: bodies[change] }, { key })
}
