import * as agreed from '#contract/accounts/contacts.ts'
import { call, type Failure } from '#web/lib/http/call.ts'
import { oneAtATime } from '../store/one-at-a-time.ts'
import { acknowledgeContact, allContacts, type DeviceContact, storeContacts } from './device-contacts.ts'

/**
 * Brings what waits to the server, then what the server has to this device. What fails waits for the next time.
 * `onlyWaiting`: nothing is asked where nothing waits.
 */
export async function exchangeContacts(account: string, onlyWaiting = false): Promise<void> {
  await oneAtATime(`fieldbook-contacts-${account}`, async () => {
    const waiting = (await allContacts(account)).filter(({ waits }) => waits)
    if (onlyWaiting && waiting.length === 0) return
    for (const one of waiting) if (!(await send(account, one))) return
    const result = await call(agreed.listContacts, {}, { account })
    if (!result.ok) return
    await storeContacts(
      account,
      result.reply.data.map(({ id, attributes: { changed_at, ...contact } }) => ({
        id,
        contact,
        changedAt: changed_at,
        waits: false,
        removed: false,
        problem: null,
      })),
    )
  })
}

/** false = the server was not reached, or asks to wait. */
async function send(account: string, one: DeviceContact): Promise<boolean> {
  const params = { id: one.id }
  if (one.removed) {
    const result = await call(agreed.removeContact, { params }, { account })
    // Not found = it was never there, or was removed elsewhere.
    if (!result.ok && result.status !== 404) return false
    await acknowledgeContact(account, one, null)
    return true
  }
  const body = { data: { attributes: one.contact, changed_at: one.changedAt } }
  const result = await call(agreed.keepContact, { params, body }, { account })
  if (!result.ok && !isRefusal(result)) return false
  await acknowledgeContact(account, one, { ...one, waits: false, problem: result.ok ? null : result.message })
  return true
}

/** Said of the contact itself; the same call again would be answered the same. */
function isRefusal({ status, errors }: Failure): boolean {
  return [400, 409, 413, 422].includes(status) && errors.length > 0
}
