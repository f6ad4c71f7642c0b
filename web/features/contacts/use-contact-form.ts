import { useState } from 'react'
import { Contact } from '#contract/accounts/contacts.ts'
import { limits } from '#contract/limits.ts'
import { type Decode, type ReadCards, readVcards } from '#survey/vcard/read.ts'
import { t } from '#web/lib/language/translate.ts'
import { readUnsaved, storeUnsaved, type UnsavedPlace } from '#web/lib/page/unsaved.ts'
import { type DeviceContact, saveContact } from '#web/offline/contacts/device-contacts.ts'
import { syncContacts } from '#web/offline/contacts/sync-contacts.ts'
import { logError } from '#web/offline/store/journal.ts'
import { checkContact, emptyContact, type Problems } from './new-contact.ts'
import { pickContact } from './pick-contact.ts'

const decode: Decode = (bytes, charset) => {
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes)
  } catch {
    // The caller then tries another character set and reports unreadable values.
    return null
  }
}

interface Notice {
  readonly text: string
  readonly bad: boolean
}

interface Beginning extends UnsavedForm {
  /** Not stored yet. */
  readonly isNew: boolean
  readonly notice?: string
}

/** State and actions of the contact form. `count` is the number of stored contacts. */
export function useContactForm(account: string, count: number) {
  const [{ contact, id, unsaved }, setForm] = useState(() => {
    const kept = readUnsavedForm(account)
    return kept ? { ...kept, unsaved: true } : { contact: emptyContact, id: null, unsaved: false }
  })
  const [problems, setProblems] = useState<Problems>({})
  const [notice, setNotice] = useState<Notice | null>(null)
  /** A contact that would replace unsaved text, until the user confirms. */
  const [asked, setAsked] = useState<Beginning | null>(null)

  /** `unsaved`: the form is not stored anywhere else. */
  function show(form: UnsavedForm, isUnsaved: boolean) {
    setForm({ ...form, unsaved: isUnsaved })
    storeUnsaved(unsavedPlace(account), isUnsaved ? JSON.stringify(form) : null)
  }
  function begin(next: Beginning) {
    setAsked(null)
    show({ contact: next.contact, id: next.id }, next.isNew)
    setProblems({})
    setNotice(next.notice === undefined ? null : { text: next.notice, bad: false })
  }
  const ask = (next: Beginning) => (unsaved ? setAsked(next) : begin(next))
  const refuse = (text: string) => setNotice({ text, bad: true })

  /** Saves the form. Returns the stored contact, or null if it was not saved. */
  async function save(): Promise<Contact | null> {
    const checked = checkContact(contact)
    setProblems(checked.problems ?? {})
    setNotice(null)
    if (checked.problems) return null
    if (id === null && count >= limits.contactsMax) {
      refuse(t('contacts.tooMany'))
      return null
    }
    try {
      const kept = await saveContact(account, checked.contact, id ?? undefined)
      show({ contact: checked.contact, id: kept }, false)
    } catch (error) {
      logError('keep contact')(error)
      refuse(t('contacts.notKept'))
      return null
    }
    void syncContacts(account).catch(logError('contacts'))
    return checked.contact
  }

  /** One card fills the form; several are stored at once. */
  async function takeFile(file: File) {
    // null is reported below.
    const read = await readVcardFile(file).catch(() => null)
    const [first, ...more] = read?.contacts ?? []
    if (!read) return refuse(t('contacts.notVcf'))
    const also = [
      read.unread > 0 ? t('contacts.unread', { count: read.unread }) : '',
      read.shortened ? t('contacts.shortened') : '',
    ]
    const words = (text: string) => [text, ...also].filter((part) => part !== '').join(' ')
    if (!first) return refuse(words(''))
    if (more.length === 0)
      return ask({ contact: first, id: null, isNew: true, notice: words(t('contacts.filled')) })
    const kept = read.contacts.slice(0, Math.max(0, limits.contactsMax - count))
    try {
      for (const one of kept) await saveContact(account, one)
    } catch (error) {
      logError('import contacts')(error)
      return refuse(t('contacts.notKept'))
    }
    const full = kept.length < read.contacts.length ? ` ${t('contacts.tooMany')}` : ''
    setNotice({ text: words(t('contacts.imported', { count: kept.length })) + full, bad: full !== '' })
    void syncContacts(account).catch(logError('contacts'))
  }

  function change(parts: Partial<Contact>) {
    show({ contact: { ...contact, ...parts }, id }, true)
  }

  async function takePhoto(file: File) {
    const photo = await shrinkPhoto(file)
    if (photo) change({ photo })
    else refuse(t('contacts.photoUnfit'))
  }

  async function pick() {
    try {
      const picked = await pickContact()
      if (picked) ask({ contact: picked, id: null, isNew: true })
    } catch {
      // The message explains the denied permission.
      refuse(t('contacts.permission'))
    }
  }

  return {
    contact,
    id,
    problems,
    notice,
    asked,
    change,
    edit: (one: DeviceContact) => ask({ contact: one.contact, id: one.id, isNew: false }),
    startAnew: () => ask({ contact: emptyContact, id: null, isNew: false }),
    forget: () => begin({ contact: emptyContact, id: null, isNew: false }),
    discard: () => asked && begin(asked),
    goOn: () => setAsked(null),
    save,
    takeFile,
    takePhoto,
    pick,
  }
}

/**
 * Crops a picture to its center and shrinks it to a JPEG for the card; null if the browser cannot decode it.
 */
async function shrinkPhoto(file: Blob): Promise<string | null> {
  // null means undecodable; the caller shows the message.
  const picture = await createImageBitmap(file).catch(() => null)
  if (!picture) return null
  const side = Math.min(picture.width, picture.height)
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = limits.contactPhotoSide
  const context = canvas.getContext('2d')
  if (!context) return null
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  const [left, top] = [(picture.width - side) / 2, (picture.height - side) / 2]
  context.drawImage(picture, left, top, side, side, 0, 0, canvas.width, canvas.height)
  picture.close()
  const tries = [0.85, 0.7, 0.5, 0.3].map((quality) => canvas.toDataURL('image/jpeg', quality))
  return tries.find((data) => Contact.shape.photo.safeParse(data).success) ?? null
}

interface UnsavedForm {
  readonly contact: Contact
  /** null for a new contact. */
  readonly id: string | null
}

function unsavedPlace(account: string): UnsavedPlace {
  return { account, of: 'contact' }
}

/** The unsaved form of this or an earlier page, or null. */
function readUnsavedForm(account: string): UnsavedForm | null {
  try {
    const kept: Partial<UnsavedForm> | null = JSON.parse(readUnsaved(unsavedPlace(account)) ?? 'null')
    return kept?.contact ? { contact: { ...emptyContact, ...kept.contact }, id: kept.id ?? null } : null
  } catch {
    // Invalid JSON: there is no form to restore.
    return null
  }
}

/** Parses a vCard file. Returns null if it is not one. */
export async function readVcardFile(file: File): Promise<ReadCards | null> {
  const isNamed = /\.(vcf|vcard)$/i.test(file.name) || /^text\/(x-)?vcard$/.test(file.type)
  if (!isNamed || file.size > limits.vcardFileBytes) return null
  const read = readVcards(octetsOf(new Uint8Array(await file.arrayBuffer())), decode)
  return read.contacts.length + read.unread === 0 ? null : read
}

/** A byte order mark means the whole file is UTF-16. Otherwise each value names its own character set. */
function octetsOf(bytes: Uint8Array): Uint8Array {
  const [first, second] = bytes
  const isLittle = first === 0xff && second === 0xfe
  if (!isLittle && !(first === 0xfe && second === 0xff)) return bytes
  return new TextEncoder().encode(new TextDecoder(isLittle ? 'utf-16le' : 'utf-16be').decode(bytes))
}
