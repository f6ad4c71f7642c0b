import type { Context } from '#server/context.ts'
import { type Origin, recordAudit } from '#server/features/audit/record.ts'
import { hashToken } from '#server/http/access.ts'
import { type Failure, fail } from '#server/http/failure.ts'
import { type CodePurpose, type CodeRow, confirmCode } from './code.ts'

interface Given {
  readonly purpose: CodePurpose | readonly CodePurpose[]
  readonly token: string
  readonly code: string
}

const day = 86_400

/** `confirmCode` in the words of a call: call it in `prepare`. A number that is locked by too many tries goes on record. */
export async function proveCode(
  call: Origin & { readonly context: Context },
  given: Given,
): Promise<CodeRow | Failure<'code.wrong' | 'request.tooMany'>> {
  const { context, now } = call
  const proven = await confirmCode(context, given, now)
  if (proven === 'wrong') return fail('code.wrong')
  if (proven !== 'locked') return proven
  const asked = await context.db
    .selectFrom('code')
    .select(['target', 'purpose'])
    .where('token_hash', '=', hashToken(given.token))
    .executeTakeFirst()
  await recordAudit(context.db, call, {
    action: 'code.locked',
    accountId: null,
    target: { type: 'code', id: asked?.target ?? '' },
    detail: { purpose: asked?.purpose ?? '' },
  })
  return fail('request.tooMany', { retryAfter: day })
}
