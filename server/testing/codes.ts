import { sendCode } from '#contract/accounts/entry.ts'
import { sentCode } from './outbox.ts'
import type { TestApp } from './test-app.ts'

/** Returns another code of the same length. */
export function anotherThan(code: string): string {
  return String((Number(code) + 1) % 10 ** code.length).padStart(code.length, '0')
}

let last = 10_000

/** Returns a number that no other test uses, since limits count by number. */
export function newNumber(): string {
  return `+1202555${String(++last).slice(-4)}`
}

/** Splits a North American number for the profile's two fields. */
export function numberParts(full: string): { readonly code: string; readonly number: string } {
  return { code: full.slice(2, 5), number: full.slice(5) }
}

/** Requests a code; returns its token and the code. */
export async function askCode(here: TestApp, phone: string, purpose: 'sign-up' | 'log-in' = 'sign-up') {
  const sent = await here.api.call(sendCode, {
    body: { data: { attributes: { full_phone_number: phone, purpose } } },
  })
  if (sent.status !== 200) throw new Error(`No code: ${JSON.stringify(sent.body)}`)
  return { token: sent.body.meta.token, code: await sentCode(here, phone) }
}
