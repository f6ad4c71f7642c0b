import { accounts } from './accounts.ts'
import { byKey, type Texts } from './by-key.ts'
import { common } from './common.ts'
import { entry } from './entry.ts'
import { passkeys } from './passkeys.ts'
import { social } from './social.ts'

/** What the login and the app around every screen say in English: the words that come with the first file. */
export const firstWords: Texts = byKey({ accounts, common, entry, passkeys, social })
