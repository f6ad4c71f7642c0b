import type { changeProfile } from '#contract/accounts/profile.ts'
import type { InputOf, ReplyOf } from '#contract/endpoint.ts'
import { isCommonPassword } from '#contract/rules/common-passwords.ts'
import { CompanyName } from '#contract/rules/company.ts'
import { Email } from '#contract/rules/email.ts'
import { PersonName } from '#contract/rules/name.ts'
import { isFitPassword } from '#contract/rules/new-password.ts'
import { northAmerican } from '#contract/rules/profile-phone.ts'
import { t } from '#web/lib/language/translate.ts'
import { fullPhone, phoneErrors } from '#web/lib/phone/phone.ts'

export type Account = ReplyOf<typeof changeProfile>['data']['attributes']
type Sent = InputOf<typeof changeProfile>['body']['data']

export interface Fields {
  readonly firstName: string
  readonly lastName: string
  readonly company: string
  readonly countryCode: string
  readonly phone: string
  readonly email: string
  readonly current: string
  readonly fresh: string
  readonly retype: string
}
export type Field = keyof Fields
export type Errors = Partial<Record<Field | 'form', string>>

/** A screen's fields, and whether its phone number is North American (seven digits) or of any country. */
export interface FormSpec {
  readonly fields: readonly Field[]
  readonly anyCountry?: boolean
}

export const passwordFields = ['current', 'fresh', 'retype'] as const satisfies Field[]

export function fieldsOf(account: Account): Fields {
  return {
    firstName: account.first_name,
    lastName: account.last_name,
    company: account.company_name,
    countryCode: account.country_code,
    phone: account.phone_number,
    email: account.email,
    current: '',
    fresh: '',
    retype: '',
  }
}

/** Whether the email can be changed: not if it is the login or belongs to a social login. */
export function mayChangeEmail({ type }: Account): boolean {
  return type !== 'EmailAccount' && type !== 'SocialAccount'
}

export function mayChangePhone({ type }: Account): boolean {
  return type !== 'SmsAccount'
}

/** Social accounts have no password; the server knows which others lack one. */
export function mayChangePassword({ type, has_password }: Account): boolean {
  return type !== 'SocialAccount' && has_password
}

/** Fields that differ from the stored profile. Password fields count while they are open. */
export function changedFields(given: Fields, known: Fields, { fields }: FormSpec): readonly Field[] {
  return fields.filter((field) => given[field].trim() !== known[field])
}

/** Error messages by field, checked before sending. Empty if valid. */
export function fieldErrors(given: Fields, known: Fields, formSpec: FormSpec): Errors {
  const changed = changedFields(given, known, formSpec)
  const open = formSpec.fields.includes('fresh')
  return {
    ...nameError(given, 'firstName', formSpec),
    ...nameError(given, 'lastName', formSpec),
    ...(CompanyName.safeParse(given.company).success ? {} : { company: t('profile.companyInvalid') }),
    ...(changed.includes('phone') || changed.includes('countryCode') ? phoneError(given, formSpec) : {}),
    ...(changed.includes('email') ? emailError(given) : {}),
    ...(open ? passwordErrors(given) : {}),
  }
}

function nameError(given: Fields, field: 'firstName' | 'lastName', { fields }: FormSpec): Errors {
  if (!fields.includes(field)) return {}
  if (!given[field].trim()) return { [field]: t('accounts.blank', { field: t(`accounts.${field}`) }) }
  return PersonName.safeParse(given[field]).success ? {} : { [field]: t('accounts.nameInvalid') }
}

export function phoneError({ countryCode, phone }: Fields, { anyCountry = false }: FormSpec): Errors {
  if (anyCountry) return phoneErrors({ countryCode, phone })
  const valid = northAmerican({ countryCode, number: phone }) !== null
  return valid ? {} : { phone: t('profile.phoneInvalid') }
}

function emailError({ email }: Fields): Errors {
  if (!email.trim()) return { email: t('accounts.blank', { field: t('accounts.email') }) }
  return Email.safeParse(email).success ? {} : { email: t('accounts.emailNotValid') }
}

export type Passwords = Pick<Fields, (typeof passwordFields)[number]>

export function passwordErrors({ current, fresh, retype }: Passwords): Errors {
  const wrongFresh = !isFitPassword(fresh)
    ? t('accounts.newPasswordNotValid')
    : fresh === current
      ? t('accounts.passwordSameAsCurrent')
      : isCommonPassword(fresh)
        ? t('accounts.passwordTooCommon')
        : null
  const wrongRetype = !isFitPassword(retype)
    ? t('profile.retypeNotValid')
    : retype === fresh
      ? null
      : t('accounts.passwordsShouldBeSame')
  return {
    ...(current ? {} : { current: t('profile.currentPasswordNotValid') }),
    ...(wrongFresh ? { fresh: wrongFresh } : {}),
    ...(wrongRetype ? { retype: wrongRetype } : {}),
  }
}

/** The changed fields. A changed number is separate: it needs a code first. */
export function changesOf(
  given: Fields,
  known: Fields,
  formSpec: FormSpec,
): { data: Sent; phone: string | null } {
  const changed = changedFields(given, known, formSpec)
  const has = (field: Field) => changed.includes(field)
  const data: Sent = {
    ...(has('firstName') ? { first_name: given.firstName.trim() } : {}),
    ...(has('lastName') ? { last_name: given.lastName.trim() } : {}),
    ...(has('company') ? { company_name: given.company.trim() } : {}),
    ...(has('email') ? { new_email: given.email.trim() } : {}),
    ...(has('fresh') ? { new_password: given.fresh } : {}),
    ...((has('email') || has('fresh')) && given.current ? { current_password: given.current } : {}),
  }
  return { data, phone: has('phone') || has('countryCode') ? numberOf(given, formSpec) : null }
}

function numberOf(given: Fields, { anyCountry = false }: FormSpec): string | null {
  if (anyCountry) return fullPhone(given) ?? null
  return northAmerican({ countryCode: given.countryCode, number: given.phone })
}
