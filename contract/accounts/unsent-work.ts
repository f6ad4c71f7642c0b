import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { limits } from '../limits.ts'
import { Done, Id } from '../wire.ts'

/** Digits as typed: spaces between them are ignored. */
const Code = z.string().check(
  z.overwrite((code) => code.replaceAll(/\s/g, '')),
  z.regex(new RegExp(`^\\d{${limits.collectionCodeDigits}}$`), 'collections.codeWrong'),
)

/** For administrators: with this code, a device of the account can send its unsent work once. */
export const makeCollectionCode = endpoint({
  name: 'unsentWork.makeCode',
  method: 'POST',
  path: '/admin/accounts/{id}/collection_code',
  summary: 'Make a one-time code with which a device of a disabled account sends its unsent work',
  access: 'admin',
  params: z.object({ id: Id }),
  reply: z.object({ data: z.object({ code: z.string(), expires_at: z.string() }) }),
  fails: ['collection.notDisabled'],
  replayable: false,
})

/**
 * By account ids that only a device with their work knows. Unknown ids are answered like deleted accounts.
 */
export const unsentWorkState = endpoint({
  name: 'unsentWork.state',
  method: 'POST',
  path: '/account/unsent_work/state',
  summary: 'Whether accounts with unsent work on a device can still sign in',
  access: 'public',
  body: z.object({ account_ids: z.array(Id).check(z.maxLength(20, 'common.tooLarge')) }),
  reply: z.object({
    data: z.array(z.object({ account_id: Id, state: z.enum(['active', 'disabled', 'gone']) })),
  }),
  rates: [{ limit: 60, seconds: 600, by: 'address' }],
})

export const collectUnsentWork = endpoint({
  name: 'unsentWork.collect',
  method: 'POST',
  path: '/account/unsent_work/collect',
  summary: 'Start a session that adds the unsent work of a disabled account, with an administrator’s code',
  access: 'public',
  body: z.object({ account_id: Id, code: Code }),
  reply: z.object({ meta: z.object({ token: z.string(), expires_at: z.string() }) }),
  fails: ['collection.codeWrong'],
  rates: [{ limit: 20, seconds: 600, by: 'address', counts: 'tries' }],
  secret: true,
  replayable: false,
})

/** Surveys that the device sent only now go to the new owner of the account's other surveys. */
export const finishCollection = endpoint({
  name: 'unsentWork.finish',
  method: 'POST',
  path: '/account/unsent_work/finish',
  summary: 'End a collection session',
  access: 'surveyor',
  collects: true,
  body: z.object({
    /** How many changes the device sent, and how many it still has. */
    sent: z.number().check(z.int(), z.nonnegative(), z.maximum(1_000_000)),
    left: z.number().check(z.int(), z.nonnegative(), z.maximum(1_000_000)),
  }),
  reply: Done,
  fails: ['access.denied'],
})
