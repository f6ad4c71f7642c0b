import { signUp } from '#contract/accounts.ts'
import { byField, call } from '#web/lib/call.ts'
import { fullPhone, type SignUp, type SignUpErrors } from './check-sign-up.ts'

/** The fields' names on the wire. */
const wireNames = {
  firstName: 'first_name',
  lastName: 'last_name',
  email: 'email',
  phone: 'full_phone_number',
  password: 'password',
} as const

/** null = created; else what the server refused, by field where it names one. */
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
  if (result.ok) return null
  const refused = byField(result)
  const named = Object.entries(wireNames).flatMap(([field, name]) => {
    const text = refused[name]
    return text ? [[field, text]] : []
  })
  return named.length > 0 ? Object.fromEntries(named) : { form: result.message }
}
