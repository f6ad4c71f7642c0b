import type { Db } from '#server/context.ts'
import { endLinks } from '#server/features/codes/mailed-link.ts'

const nobody = '00000000-0000-7000-8000-000000000000'

/**
 * As many statements as somebody's message would have taken, none of which finds or writes a row: how long an answer
 * takes must not tell whether there is an account. The transaction writes its audit row either way.
 */
export async function asMuchWork(db: Db, statements: number): Promise<void> {
  for (let done = 0; done < statements; done++) await endLinks(db, nobody, 'reset')
}
