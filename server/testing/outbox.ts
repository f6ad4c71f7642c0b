import type { TestApp } from './test-app.ts'

/** What went out to somebody, the newest first. */
export async function messagesTo({ context }: TestApp, recipient: string) {
  return context.db
    .selectFrom('message')
    .selectAll()
    .where('recipient', '=', recipient)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

/** The token of the newest link that was mailed to somebody. */
export async function mailedToken(here: TestApp, recipient: string): Promise<string> {
  const [newest] = await messagesTo(here, recipient)
  return /token=([\w-]+)/.exec(newest?.body ?? '')?.[1] ?? ''
}

/** The code of the newest message to somebody, as they read it. */
export async function sentCode(here: TestApp, recipient: string): Promise<string> {
  const [newest] = await messagesTo(here, recipient)
  return /(?<!\d)\d{4,8}(?!\d)/.exec(newest?.body ?? '')?.[0] ?? ''
}
