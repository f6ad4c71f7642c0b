import { v7 as newId } from 'uuid'
import type { Contact } from '#contract/accounts/contacts.ts'
import { publish } from '../store/bus.ts'
import { db, onDevice } from '../store/database.ts'
import { isUnsentContact } from '../store/second-record/recorded-rows.ts'

/** A contact of the account, as stored on this device. */
export interface DeviceContact {
  readonly id: string
  readonly contact: Contact
  readonly changedAt: string
  /** The server has not confirmed the latest change. */
  readonly waits: boolean
  /** Removed on this device; the row stays until the server confirms. */
  readonly removed: boolean
  /** Message of the server's rejection. */
  readonly problem: string | null
}

const prefix = 'contact:'

/** Returns all contacts, including removed ones that the server doesn't know about yet. */
export async function allContacts(account: string): Promise<readonly DeviceContact[]> {
  return onDevice(() => contactsIn(account))
}

/** Like `allContacts`, inside a transaction over `kept`. */
export async function contactsIn(account: string): Promise<readonly DeviceContact[]> {
  const rows = await ofAccount(account).toArray()
  return rows.map(({ value }) => value as DeviceContact)
}

export async function saveContact(account: string, contact: Contact, id: string = newId()): Promise<string> {
  await put(account, { id, contact, waits: true, removed: false, problem: null })
  return id
}

export async function dropContact(account: string, known: DeviceContact): Promise<void> {
  await put(account, { ...known, waits: true, removed: true, problem: null })
}

/** Stores the result of a sent change, unless the contact was changed again meanwhile. null = delete it. */
export async function acknowledgeContact(
  account: string,
  sent: DeviceContact,
  result: DeviceContact | null,
): Promise<void> {
  await onDevice(() =>
    db.transaction('rw', db.kept, async () => {
      const key: [string, string] = [account, prefix + sent.id]
      const row = await db.kept.get(key)
      if ((row?.value as DeviceContact | undefined)?.changedAt !== sent.changedAt) return
      if (result) await db.kept.put({ account, id: key[1], value: result })
      else await db.kept.delete(key)
    }),
  )
  publish(account, { kind: 'contacts' })
}

/** Replaces all contacts without unsent changes by the server's list. */
export async function storeContacts(account: string, listed: readonly DeviceContact[]): Promise<void> {
  await onDevice(() =>
    db.transaction('rw', db.kept, async () => {
      const rows = await ofAccount(account).toArray()
      const unsent = new Set(rows.filter(isUnsentContact).map(({ id }) => id))
      await db.kept.bulkDelete(rows.filter(({ id }) => !unsent.has(id)).map(({ id }) => [account, id]))
      await db.kept.bulkPut(
        listed
          .map((value) => ({ account, id: prefix + value.id, value }))
          .filter(({ id }) => !unsent.has(id)),
      )
    }),
  )
  publish(account, { kind: 'contacts' })
}

function ofAccount(account: string) {
  return db.kept.where('[account+id]').between([account, prefix], [account, `${prefix}\uffff`])
}

async function put(account: string, change: Omit<DeviceContact, 'changedAt'>): Promise<void> {
  const id = prefix + change.id
  await onDevice(() =>
    db.transaction('rw', db.kept, async () => {
      const known = (await db.kept.get([account, id]))?.value as DeviceContact | undefined
      // Later than the previous change, even if this device's clock is slow.
      const after = Date.parse(known?.changedAt ?? '1970-01-01') + 1
      const changedAt = new Date(Math.max(Date.now(), after)).toISOString()
      await db.kept.put({ account, id, value: { ...change, changedAt } })
    }),
  )
  publish(account, { kind: 'contacts' })
}
