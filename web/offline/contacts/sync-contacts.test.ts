import 'fake-indexeddb/auto'
import { beforeEach, expect, test, vi } from 'vitest'
import { Contact } from '#contract/accounts/contacts.ts'
import { startSession } from '#web/lib/session/session.ts'
import { stubLocalStorage } from '#web/testing/local-storage.ts'
import { forgetAccount, forgetConfirmed } from '../account/leave-account.ts'
import { readWaiting } from '../outbox/waiting.ts'
import { db } from '../store/database.ts'
import { allContacts, dropContact, saveContact } from './device-contacts.ts'
import { syncContacts } from './sync-contacts.ts'

const account = 'one'
const one = '019b0000-0000-7000-8000-0000000000d1'
const stored = new Map<string, string>()
const ana = Contact.parse({ firstName: 'Ana' })
/** The server's contacts by id; null: unreachable. */
let server: Map<string, { card: object; changed_at: string }> | null
let refuses: string | null
/** Runs while a call is in flight. */
let meanwhile: (() => Promise<unknown>) | null

beforeEach(async () => {
  await db.delete()
  await db.open()
  stored.clear()
  stubLocalStorage(stored)
  vi.stubGlobal('fetch', answer)
  ;[server, refuses, meanwhile] = [new Map(), null, null]
  startSession({ token: 't', userId: account, firstName: 'Sam', lastName: 'Rivera', role: 'surveyor' })
})

async function answer(
  address: string,
  { method, body }: { method: string; body?: string },
): Promise<Response> {
  await meanwhile?.()
  meanwhile = null
  if (!server) throw new TypeError('no network')
  const id = address.split('/').at(-1) ?? ''
  const replyTo = (key: string) => {
    const { card, changed_at } = server?.get(key) ?? {}
    return { id: key, type: 'contact', attributes: { ...card, changed_at } }
  }
  if (method === 'PUT') {
    if (refuses) return Response.json({ errors: [{ message: refuses }] }, { status: 422 })
    const { attributes, changed_at } = JSON.parse(body ?? '').data
    server.set(id, { card: attributes, changed_at })
    return Response.json({ data: replyTo(id) })
  }
  if (method === 'DELETE')
    return server.delete(id)
      ? Response.json({ data: { message: 'The contact was removed.' } })
      : Response.json({ errors: [{ message: 'Not found' }] }, { status: 404 })
  return Response.json({ data: [...server.keys()].map(replyTo) })
}

const here = async () =>
  (await allContacts(account)).map(({ contact, waits, removed }) => [contact.firstName, waits, removed])

test('keeps a contact created offline through a logout, and sends it once there is a network', async () => {
  server = null
  const id = await saveContact(account, ana)
  await syncContacts(account)
  expect(await here()).toEqual([['Ana', true, false]])
  await forgetConfirmed(account)
  expect(await here()).toEqual([['Ana', true, false]])
  expect(await readWaiting(account)).toMatchObject({ unsent: 1, state: 'on this device', refused: 0 })
  server = new Map()
  await syncContacts(account, true)
  expect([...server.keys()]).toEqual([id])
  expect(await readWaiting(account)).toMatchObject({ unsent: 0, since: '', state: 'on the server' })
  expect(await here()).toEqual([['Ana', false, false]])
  await forgetConfirmed(account)
  expect(await here()).toEqual([])
  await syncContacts(account)
  expect(await here()).toEqual([['Ana', false, false]])
  await forgetAccount(account)
  expect(await here()).toEqual([])
})

test('synchronizes removals in both directions, also if both removed the same contact', async () => {
  const [first, other] = [await saveContact(account, ana), await saveContact(account, ana)]
  await syncContacts(account)
  const [known] = (await allContacts(account)).filter(({ id }) => id === first)
  if (!known) throw new Error('no contact')
  server?.delete(other)
  const before = server
  server = null
  await dropContact(account, known)
  await syncContacts(account)
  expect(await here()).toContainEqual(['Ana', true, true])
  server = before
  await syncContacts(account)
  expect([await here(), server?.size]).toEqual([[], 0])
  await dropContact(account, known)
  await syncContacts(account)
  expect(await here()).toEqual([])
})

test('sends a change made while another was in flight', async () => {
  const id = await saveContact(account, ana)
  meanwhile = () => saveContact(account, { ...ana, firstName: 'Bea' }, id)
  await syncContacts(account)
  expect(await here()).toEqual([['Bea', true, false]])
  await syncContacts(account)
  expect(await here()).toEqual([['Bea', false, false]])
  expect(server?.get(id)?.card).toMatchObject({ firstName: 'Bea' })
})

test('a device with a slow clock dates a change after the one it replaces', async () => {
  server?.set(one, { card: ana, changed_at: '2199-01-01T00:00:00.000Z' })
  await syncContacts(account)
  await saveContact(account, { ...ana, firstName: 'Bea' }, one)
  expect((await allContacts(account))[0]?.changedAt).toBe('2199-01-01T00:00:00.001Z')
})

test('keeps a rejected contact with the server’s message, and does not resend it', async () => {
  refuses = 'You have reached 300 contacts.'
  await saveContact(account, ana)
  await syncContacts(account)
  refuses = null
  await syncContacts(account)
  expect(await allContacts(account)).toMatchObject([
    { waits: false, problem: 'You have reached 300 contacts.' },
  ])
  expect(server?.size).toBe(0)
  await forgetConfirmed(account)
  expect(await here()).toEqual([['Ana', false, false]])
})
