import type { MessageKey } from '#contract/messages/catalogue.ts'
import { Email } from '#contract/rules/email.ts'
import { PersonName } from '#contract/rules/name.ts'
import { NewPassword, passwordRules } from '#contract/rules/password.ts'
import { FullPhone } from '#contract/rules/phone.ts'
import { say } from '#web/lib/say.ts'

export interface SignUp {
  readonly firstName: string
  readonly lastName: string
  readonly email: string
  /** Calling code such as '1' or '+44'; '' = none chosen. */
  readonly countryCode: string
  readonly phone: string
  readonly password: string
  readonly confirm: string
}

export type SignUpErrors = Partial<Record<'form' | keyof SignUp, string>>

/** In the order of the form; the names that blank fields are called by. */
const mandatory = [
  ['firstName', 'accounts.firstName'],
  ['lastName', 'accounts.lastName'],
  ['email', 'accounts.email'],
  ['password', 'accounts.password'],
  ['confirm', 'accounts.confirmPassword'],
] as const

/** What is wrong with a sign-up before it is sent (spec §5), in words; empty = nothing. */
export function checkSignUp(given: SignUp): SignUpErrors {
  const blank = mandatory.filter(([field]) => given[field].trim() === '')
  const blanks = Object.fromEntries(
    blank.map(([field, name]) => [field, say('accounts.blank', { field: say(name) })]),
  )
  return {
    ...wrongValues(given),
    ...blanks,
    ...(blank.length > 0 ? { form: say('accounts.allMandatory') } : {}),
  }
}

/** '+' country code and number as it is sent; undefined where no phone is given. */
export function fullPhone({ countryCode, phone }: Pick<SignUp, 'countryCode' | 'phone'>): string | undefined {
  if (!phone.trim()) return undefined
  return `+${countryCode.replace(/\D/g, '')}${phone.replace(/\D/g, '')}`
}

function wrongValues(given: SignUp): SignUpErrors {
  return {
    ...unless(PersonName.safeParse(given.firstName).success, 'firstName', 'accounts.nameInvalid'),
    ...unless(PersonName.safeParse(given.lastName).success, 'lastName', 'accounts.nameInvalid'),
    ...unless(Email.safeParse(given.email).success, 'email', 'accounts.emailNotValid'),
    ...phoneErrors(given),
    ...passwordErrors(given.password),
    ...unless(given.password === given.confirm, 'confirm', 'accounts.passwordsMustMatch'),
  }
}

/** Phone and country code come as a pair or not at all. */
function phoneErrors(given: SignUp): SignUpErrors {
  const hasPhone = given.phone.trim() !== ''
  if (hasPhone && !given.countryCode) return { countryCode: say('accounts.countryCodeMissing') }
  if (!hasPhone && given.countryCode) return { phone: say('accounts.phoneMissing') }
  if (!hasPhone) return {}
  const valid = /^[\d ().-]+$/.test(given.phone.trim()) && FullPhone.safeParse(fullPhone(given)).success
  return unless(valid, 'phone', 'accounts.phoneNotValid')
}

function passwordErrors(password: string): SignUpErrors {
  if (NewPassword.safeParse(password).success) return {}
  const requirement = passwordRules
    .filter((rule) => !rule.test(password))
    .map((rule) => say(rule.key))
    .join(', ')
  if (!requirement) return { password: say('accounts.passwordNotValid') }
  return { password: say('accounts.passwordRequirements', { requirement }) }
}

function unless(valid: boolean, field: keyof SignUp, key: MessageKey): SignUpErrors {
  return valid ? {} : { [field]: say(key) }
}
