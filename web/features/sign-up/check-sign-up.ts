import type { MessageKey } from '#contract/messages/catalogue.ts'
import { isCommonPassword } from '#contract/rules/common-passwords.ts'
import { Email } from '#contract/rules/email.ts'
import { PersonName } from '#contract/rules/name.ts'
import { NewPassword, passwordRules } from '#contract/rules/password.ts'
import { t } from '#web/lib/language/translate.ts'
import { type Phone, phoneErrors } from '#web/lib/phone/phone.ts'

export interface Person {
  readonly firstName: string
  readonly lastName: string
  readonly email: string
  readonly password: string
  readonly confirm: string
}

export interface SignUp extends Person, Phone {}

export type SignUpErrors = Partial<Record<'form' | keyof SignUp, string>>

/** Mandatory fields in form order, with the labels used in messages. */
const mandatory = [
  ['firstName', 'accounts.firstName'],
  ['lastName', 'accounts.lastName'],
  ['email', 'accounts.email'],
  ['password', 'accounts.password'],
  ['confirm', 'accounts.confirmPassword'],
] as const

/** Error messages by field, checked before sending. Empty if valid. */
export function checkSignUp(given: SignUp): SignUpErrors {
  return {
    ...wrongValues(given),
    ...phoneErrors(given, { optional: true }),
    ...blanks(given, mandatory),
  }
}

/** Checks the details of a sign-up by phone, where the email is optional. */
export function checkDetails(given: Person): SignUpErrors {
  const { email, ...others } = wrongValues(given)
  return {
    ...others,
    ...(email && given.email.trim() ? { email } : {}),
    ...blanks(
      given,
      mandatory.filter(([field]) => field !== 'email'),
    ),
  }
}

function blanks(given: Person, fields: readonly (typeof mandatory)[number][]): SignUpErrors {
  const blank = fields.filter(([field]) => given[field].trim() === '')
  if (blank.length === 0) return {}
  return {
    ...Object.fromEntries(blank.map(([field, name]) => [field, t('accounts.blank', { field: t(name) })])),
    form: t('accounts.allMandatory'),
  }
}

function wrongValues(given: Person): SignUpErrors {
  return {
    ...unless(PersonName.safeParse(given.firstName).success, 'firstName', 'accounts.nameInvalid'),
    ...unless(PersonName.safeParse(given.lastName).success, 'lastName', 'accounts.nameInvalid'),
    ...unless(Email.safeParse(given.email).success, 'email', 'accounts.emailNotValid'),
    ...passwordErrors(given.password),
    ...unless(given.password === given.confirm, 'confirm', 'accounts.passwordsMustMatch'),
  }
}

function passwordErrors(password: string): SignUpErrors {
  if (isCommonPassword(password)) return { password: t('accounts.passwordTooCommon') }
  if (NewPassword.safeParse(password).success) return {}
  const requirement = passwordRules
    .filter((rule) => !rule.test(password))
    .map((rule) => t(rule.key))
    .join(', ')
  if (!requirement) return { password: t('accounts.passwordNotValid') }
  return { password: t('accounts.passwordRequirements', { requirement }) }
}

function unless(valid: boolean, field: keyof SignUp, key: MessageKey): SignUpErrors {
  return valid ? {} : { [field]: t(key) }
}
