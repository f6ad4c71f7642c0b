import * as agreed from '#contract/accounts/contacts.ts'
import { limits } from '#contract/limits.ts'
import { t } from '#contract/messages/translate.ts'
import { fail } from '#server/http/failure.ts'
import { type Call, replayById, serve, serveWithReplay } from '#server/http/serve.ts'
import * as data from './data.ts'
import { presentContact } from './present.ts'

/** For a repeated call: with a photo in it, a card is too large to store again for each change. */
const asItIs = replayById(async ({ db, account }: Call<typeof agreed.saveContact>, id) => {
  const row = await data.findContact(db, account.id, id)
  return row ? { data: presentContact(row) } : fail('request.notFound')
})

export const contactRoutes = [
  serve(agreed.listContacts, async ({ db, account }) => {
    const rows = await data.listContacts(db, account.id)
    return { data: rows.map(presentContact) }
  }),
  serveWithReplay(agreed.saveContact, asItIs, async ({ db, account, params, body, now }) => {
    const { attributes, changed_at } = body.data
    // A change from a device whose clock runs ahead counts as made now.
    const changedAt = new Date(Math.min(changed_at ? Date.parse(changed_at) : now.getTime(), now.getTime()))
    const keeping = { id: params.id, accountId: account.id, card: attributes, changedAt, now }
    await data.lockContacts(db, account.id)
    const kept = await data.saveContact(db, keeping)
    if (!kept) return fail('id.taken')
    if ((await data.countContacts(db, account.id)) > limits.contactsMax) return fail('contact.tooMany')
    return { data: presentContact(kept) }
  }),
  serve(agreed.removeContact, async ({ db, account, params }) => {
    if (!(await data.removeContact(db, account.id, params.id))) return fail('request.notFound')
    return { data: { message: t('contacts.removed') } }
  }),
]
