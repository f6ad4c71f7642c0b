import { v7 as newId } from 'uuid'
import { logIn } from '#contract/accounts/accounts.ts'
import type { Context } from '#server/context.ts'
import { type AccountRow, addAccount, findAccount } from '#server/features/accounts/data.ts'
import { hashPassword } from '#server/features/accounts/password/hash.ts'
import { findSession } from '#server/features/accounts/sessions/data.ts'
import { openSession } from '#server/features/accounts/sessions/open.ts'
import { hashToken } from '#server/http/authenticate.ts'
import type { ApiClient } from './api.ts'

export const goodPassword = 'Correct7horse'

export interface MadeAccount {
  readonly id: string
  readonly email: string
  /** The session of its calls. */
  readonly sessionId: string
  /** Calls as this account. */
  readonly api: ApiClient
}

/** Returns a client of the same account on another device. */
export async function otherSession({ email, api }: MadeAccount): Promise<ApiClient> {
  const body = { data: { type: 'email_account' as const, attributes: { email, password: goodPassword } } }
  return api.withToken((await api.call(logIn, { body })).body.meta.token)
}

let count = 0

/**
 * Creates the data that tests start from. Passwords are not compared, since hashing is slow and has its own
 * tests.
 */
export class Make {
  private readonly api: ApiClient
  private readonly context: Context
  /** Hashing is slow on purpose; all test accounts share one. */
  private hash: Promise<string> | null = null

  constructor(api: ApiClient, context: Context) {
    this.api = api
    this.context = context
  }

  /** Returns the account with a new session, since earlier ones may have ended. */
  async again({ id }: MadeAccount): Promise<MadeAccount> {
    const account = await findAccount(this.context.db, id)
    if (!account) throw new Error(`The account ${id} is gone`)
    return this.enter(account)
  }

  private async enter(account: AccountRow): Promise<MadeAccount> {
    const { context } = this
    const call = { context, db: context.db, now: context.clock(), userAgent: 'tests' }
    const { meta } = await openSession(call, account, false)
    const session = await findSession(context.db, hashToken(meta.token), call.now)
    if (!session) throw new Error('The new session is gone')
    const api = this.api.withToken(meta.token)
    return { id: account.id, email: account.email ?? '', sessionId: session.id, api }
  }

  async account(
    given: {
      isProven?: boolean
      role?: 'admin' | 'surveyor'
      passwordIsOwn?: boolean
      firstName?: string
    } = {},
  ): Promise<MadeAccount> {
    this.hash ??= hashPassword(goodPassword, { account: 'test' })
    const { context } = this
    const now = context.clock()
    const account = await addAccount(
      context.db,
      {
        id: newId(),
        email: `surveyor${++count}@example.com`,
        passwordHash: await this.hash,
        passwordIsOwn: given.passwordIsOwn ?? true,
        firstName: given.firstName ?? 'Sam',
        lastName: 'Rivera',
        phone: '',
        role: given.role ?? 'surveyor',
        emailProvenAt: given.isProven ? now : null,
      },
      now,
    )
    return this.enter(account)
  }
}
