import { sendCode } from '#contract/entry.ts'
import type { TestApp } from './test-app.ts'

/** The code of the newest message to a number, as its owner reads it. */
export async function codeSentTo({ context }: TestApp, phone: string): Promise<string> {
  const message = await context.db
    .selectFrom('message')
    .select('body')
    .where('recipient', '=', phone)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  return /\d{4,8}/.exec(message.body)?.[0] ?? ''
}

/** Any other code of the same length. */
export function anotherThan(code: string): string {
  return String((Number(code) + 1) % 10 ** code.length).padStart(code.length, '0')
}

let last = 10_000

/** A number that no other test uses: limits count by number. */
export function newNumber(): string {
  return `+1202555${String(++last).slice(-4)}`
}

/** Asks for a code; gives its token and the code. */
export async function askCode(here: TestApp, phone: string, purpose: 'sign-up' | 'log-in' = 'sign-up') {
  const sent = await here.api.call(sendCode, {
    body: { data: { attributes: { full_phone_number: phone, purpose } } },
  })
  if (sent.status !== 200) throw new Error(`No code: ${JSON.stringify(sent.body)}`)
  return { token: sent.body.meta.token, code: await codeSentTo(here, phone) }
}
