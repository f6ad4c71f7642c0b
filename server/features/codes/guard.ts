import { limits } from '#contract/limits.ts'
import type { Db } from '#server/context.ts'
import { type Counted, isReached } from '#server/http/rate-limit.ts'
import { sentToday } from './sending-limits.ts'

export type CodePurpose = 'sign-up' | 'log-in' | 'recovery' | 'new-phone' | 'guest'

/** The purposes whose codes are good for each other: a number is proven by one or the other. */
export function alike(purpose: CodePurpose): readonly CodePurpose[] {
  return purpose === 'sign-up' || purpose === 'log-in' ? ['sign-up', 'log-in'] : [purpose]
}

/** Asked for with a session: a new number is the affair of one account, and nobody else's code is its code. */
export function isOwn(purpose: CodePurpose): boolean {
  return purpose === 'new-phone'
}

/** One name for purposes that are alike. */
export function groupOf(purpose: CodePurpose): string {
  return alike(purpose).join('+')
}

/** Wrong codes for a number or address, whoever typed them. */
export function wrongForTarget(purpose: CodePurpose, target: string): Counted {
  return {
    bucket: `code-wrong/${groupOf(purpose)}/${target}`,
    limit: limits.codeFailures,
    seconds: 86_400,
  }
}

/** Wrong codes in the whole installation. */
export const wrongForAll: Counted = {
  bucket: 'code-wrong/all',
  limit: limits.codeFailuresOfAll,
  seconds: 600,
}

/**
 * Whether a code of this target has to be long: codes of it, or of many others, are guessed, or they are asked for again
 * and again. Nothing is refused for that, so nobody can keep the owner out by it.
 */
export function isGuarded(db: Db, purpose: CodePurpose, target: string, now: Date): Promise<boolean> {
  const counted = [wrongForTarget(purpose, target), wrongForAll, sentToday(groupOf(purpose), target)]
  return isReached(db, counted, now)
}
