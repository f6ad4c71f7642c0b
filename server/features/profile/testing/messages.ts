import { randomInt } from 'node:crypto'
import type { TestApp } from '#server/testing/test-app.ts'

/** What somebody was sent, newest first. */
export async function messagesTo({ context }: TestApp, recipient: string) {
  return context.db
    .selectFrom('message')
    .select(['kind', 'subject', 'body'])
    .where('recipient', '=', recipient)
    .orderBy('id', 'desc')
    .execute()
}

/** The code that went to a number last. */
export async function codeFor(here: TestApp, phone: string): Promise<string> {
  const [newest] = await messagesTo(here, phone)
  return /\b\d{4}\b/.exec(newest?.body ?? '')?.[0] ?? ''
}

/** The secret of the link that was mailed last. */
export async function linkIn(here: TestApp, email: string): Promise<string> {
  const [newest] = await messagesTo(here, email)
  return /token=([\w-]+)/.exec(newest?.body ?? '')?.[1] ?? ''
}

/** A North American number that nobody has. */
export function newNumber() {
  const code = String(randomInt(200, 1000))
  const number = String(randomInt(2_000_000, 10_000_000))
  return { code, number, full: `+1${code}${number}` }
}
