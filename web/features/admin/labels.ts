import type { JobName } from '#contract/admin/admin-system.ts'
import type { MessageKey } from '#contract/messages/catalogue.ts'

export const jobText = {
  over: 'admin.jobOver',
  history: 'admin.jobHistory',
  replays: 'admin.jobReplays',
  rates: 'admin.jobRates',
  links: 'admin.jobLinks',
  overdue: 'admin.jobOverdue',
  messages: 'admin.jobMessages',
  surveys: 'admin.jobSurveys',
  events: 'admin.jobEvents',
  accounts: 'admin.jobAccounts',
  files: 'admin.jobFiles',
  parts: 'admin.jobParts',
  guests: 'admin.jobGuests',
  copies: 'admin.jobCopies',
  exports: 'admin.jobExports',
  strays: 'admin.jobStrays',
} as const satisfies Record<JobName, MessageKey>

export const roleText = { admin: 'accounts.roleAdmin', surveyor: 'accounts.roleSurveyor' } as const

export const stateText = {
  active: 'admin.stateActive',
  invited: 'admin.stateInvited',
  disabled: 'admin.stateDisabled',
  deleted: 'admin.stateDeleted',
} as const

const typeText = {
  EmailAccount: 'admin.typeEmailAccount',
  SocialAccount: 'admin.typeSocialAccount',
  SmsAccount: 'admin.typeSmsAccount',
} as const

export function typeTextOf(type: string) {
  return typeText[type as keyof typeof typeText] ?? typeText.EmailAccount
}

/** The person's name, or the email or phone number if the name is empty. */
export function nameOf(a: {
  readonly first_name: string
  readonly last_name: string
  readonly email: string
  readonly full_phone_number: string
}): string {
  return `${a.first_name} ${a.last_name}`.trim() || a.email || a.full_phone_number
}
