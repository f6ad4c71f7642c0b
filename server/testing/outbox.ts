import type { TestApp } from './test-app.ts'

/** Returns the messages to a recipient, newest first. */
export async function messagesTo({ context }: TestApp, recipient: string) {
  return context.db
    .selectFrom('message')
    .selectAll()
    .where('recipient', '=', recipient)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

/** Returns the token of the newest mailed link. */
export async function mailedToken(here: TestApp, recipient: string): Promise<string> {
  const [newest] = await messagesTo(here, recipient)
  return /token=([\w-]+)/.exec(newest?.body ?? '')?.[1] ?? ''
}

/** Returns the code of the newest message. */
export async function sentCode(here: TestApp, recipient: string): Promise<string> {
  const [newest] = await messagesTo(here, recipient)
  return /(?<!\d)\d{4,8}(?!\d)/.exec(newest?.body ?? '')?.[0] ?? ''
}
