import { v7 as newId } from 'uuid'
import { logIn } from '#contract/accounts.ts'
import type { Context } from '#server/context.ts'
import { addAccount } from '#server/features/accounts/data.ts'
import { hashPassword } from '#server/features/accounts/password/hash.ts'
import type { ApiClient } from './api.ts'

export const goodPassword = 'Correct7horse'

export interface MadeAccount {
  readonly id: string
  readonly email: string
  /** Calls as this account. */
  readonly api: ApiClient
}

let count = 0

/** Makes what tests start from, through the real login. */
export class Make {
  private readonly api: ApiClient
  private readonly context: Context
  /** Hashing is slow on purpose; all test accounts share one. */
  private hash: Promise<string> | null = null

  constructor(api: ApiClient, context: Context) {
    this.api = api
    this.context = context
  }

  async account(
    given: { role?: 'admin' | 'surveyor'; passwordIsOwn?: boolean; firstName?: string } = {},
  ): Promise<MadeAccount> {
    this.hash ??= hashPassword(goodPassword)
    const account = await addAccount(
      this.context.db,
      {
        id: newId(),
        email: `surveyor${++count}@example.com`,
        passwordHash: await this.hash,
        passwordIsOwn: given.passwordIsOwn ?? true,
        firstName: given.firstName ?? 'Sam',
        lastName: 'Rivera',
        phone: '',
        role: given.role ?? 'surveyor',
      },
      this.context.clock(),
    )
    const email = account.email ?? ''
    const session = await this.api.call(logIn, {
      body: { data: { attributes: { email, password: goodPassword } } },
    })
    return { id: account.id, email, api: this.api.withToken(session.body.meta.token) }
  }
}
