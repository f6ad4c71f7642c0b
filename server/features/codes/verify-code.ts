import type { Context } from '#server/context.ts'
import { type Origin, recordAudit } from '#server/features/audit/record.ts'
import { Failure, fail } from '#server/http/failure.ts'
import { countEvent } from '#server/http/rate-limit.ts'
import { type CodeRow, confirmCode } from './code.ts'
import type { CodePurpose } from './guard.ts'

interface Proof {
  readonly purpose: CodePurpose | readonly CodePurpose[]
  readonly token: string
  readonly code: string
  /** Called once a day for a target whose codes are being guessed. */
  readonly onGuessing?: (target: CodeRow) => Promise<void>
}

const day = 86_400

/** `confirmCode` with a call's failures, for `prepare`. Records guessing and notifies the target. */
export async function verifyCode(
  call: Origin & { readonly context: Context },
  { onGuessing, ...given }: Proof,
): Promise<CodeRow | Failure<'code.wrong' | 'request.tooMany'>> {
  const { context, now, address } = call
  const { result, row, isAttack } = await confirmCode(context, { ...given, address }, now)
  if (row && result instanceof Failure) {
    const isNew = await isFirst(context, `target/${row.purpose}/${row.target}`, day, now)
    if (isNew) {
      await recordAudit(context.db, call, {
        action: 'code.locked',
        accountId: null,
        target: { type: 'code', id: row.target },
        detail: { purpose: row.purpose },
      })
      await onGuessing?.(row)
    }
  }
  if (isAttack && (await isFirst(context, 'all', 3_600, now))) {
    context.log.error('One-time codes are being guessed across the installation; new ones are longer')
    await recordAudit(context.db, call, {
      action: 'guessing.braked',
      accountId: null,
      detail: { what: 'code', of: 'installation' },
    })
  }
  return result === 'wrong' ? fail('code.wrong') : result
}

async function isFirst({ db }: Context, what: string, seconds: number, now: Date): Promise<boolean> {
  return (await countEvent(db, { bucket: `code-guessing/${what}`, limit: 1, seconds }, now)) === null
}
