import { useEffect, useState } from 'react'
import { shownName } from '#survey/vcard/write.ts'
import { subscribe } from '../store/bus.ts'
import { allContacts, type DeviceContact } from './device-contacts.ts'

/** Subscribes to the account's contacts, sorted by name; null until read. */
export function useContacts(account: string): {
  readonly contacts: readonly DeviceContact[] | null
  readonly failed: boolean
} {
  const [contacts, setContacts] = useState<readonly DeviceContact[] | null>(null)
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    let left = false
    const read = () =>
      allContacts(account).then(
        (all) => !left && setContacts(byName(all.filter(({ removed }) => !removed))),
        () => !left && setFailed(true),
      )
    void read()
    const forget = subscribe(account, ({ kind }) => {
      if (kind === 'contacts' || kind === 'back') void read()
    })
    return () => {
      left = true
      forget()
    }
  }, [account])
  return { contacts, failed }
}

function byName(contacts: readonly DeviceContact[]): readonly DeviceContact[] {
  return [...contacts].sort((one, other) => shownName(one.contact).localeCompare(shownName(other.contact)))
}
