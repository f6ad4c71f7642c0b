import { signUp } from '#contract/accounts/accounts.ts'
import { byField, call, type Failure } from '#web/lib/http/call.ts'
import { fullPhone } from '#web/lib/phone/phone.ts'
import type { PhoneEntry } from '#web/lib/phone/phone-entry.ts'
import type { Person, SignUp, SignUpErrors } from './check-sign-up.ts'

/** Wire names of the fields. */
const wireNames = {
  firstName: 'first_name',
  lastName: 'last_name',
  email: 'email',
  phone: 'full_phone_number',
  password: 'password',
} as const

/** Creates an account. Returns null, or the server's errors by field. */
export async function createAccount(given: SignUp): Promise<SignUpErrors | null> {
  const phone = fullPhone(given)
  const attributes = {
    first_name: given.firstName,
    last_name: given.lastName,
    email: given.email,
    password: given.password,
    ...(phone ? { full_phone_number: phone } : {}),
  }
  const result = await call(signUp, { body: { data: { type: 'email_account', attributes } } })
  return result.ok ? null : refusal(result)
}

export interface SignUpRejection {
  readonly errors: SignUpErrors
  /** The code's token expired or was used; a new code is needed. */
  readonly codeOver: boolean
}

/** Creates an account with a verified number. */
export async function createPhoneAccount(
  given: Person,
  { fullPhone: full_phone_number, token }: Pick<PhoneEntry, 'fullPhone' | 'token'>,
): Promise<SignUpRejection | null> {
  const email = given.email.trim()
  const attributes = {
    first_name: given.firstName,
    last_name: given.lastName,
    password: given.password,
    full_phone_number,
    token,
    ...(email ? { email } : {}),
  }
  const result = await call(signUp, { body: { data: { type: 'sms_account', attributes } } })
  if (result.ok) return null
  const { token: codeOver, full_phone_number: taken } = byField(result)
  if (codeOver || taken) return { errors: { form: codeOver ?? taken ?? '' }, codeOver: Boolean(codeOver) }
  return { errors: refusal(result), codeOver: false }
}

function refusal(failure: Failure): SignUpErrors {
  const refused = byField(failure)
  const named = Object.entries(wireNames).flatMap(([field, name]) => {
    const text = refused[name]
    return text ? [[field, text]] : []
  })
  return named.length > 0 ? Object.fromEntries(named) : { form: failure.message }
}
