import { limits } from '#contract/limits.ts'

/**
 * How many of the commonest are refused. Of those alone that could pass the other rules once capitals are put in:
 * the rest of any list of common passwords is refused by the rules.
 */
const refused = 3_000
let known: Promise<ReadonlySet<string>> | null = null

/** Whether a password is among the first that anybody would guess; capitals make no difference. */
export async function isCommonPassword(password: string): Promise<boolean> {
  known ??= commonPasswords()
  return (await known).has(folded(password))
}

/** Half a megabyte, which only a process that sets passwords needs. The dictionary is ordered, the commonest first. */
async function commonPasswords(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  const words = dictionary['passwords-common'].map(folded)
  const passable = words.filter(
    (word) => word.length >= limits.passwordMin && /\p{L}/u.test(word) && /\d/.test(word),
  )
  return new Set([...passable.slice(0, refused), ...ownName])
}

/** What somebody tries on this product before anything else. */
const ownName = ['1', '12', '123', '1234', '2024', '2025', '2026', '2027'].map((end) => `fieldbook${end}`)

function folded(password: string): string {
  return password.normalize('NFKC').toLowerCase()
}
