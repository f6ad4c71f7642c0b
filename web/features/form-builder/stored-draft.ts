import { v4 } from 'uuid'
import type { FormDocument } from '#contract/templates/form-document.ts'
import type { FormSection } from '#survey/builder/form-place.ts'
import { readUnsaved, storeUnsaved, unsavedOf } from '#web/lib/page/unsaved.ts'
import { parsedJson } from '../../lib/http/call.ts'

/** A draft on this device that the server hasn't confirmed. */
export interface StoredDraft {
  /** The revision the changes are based on. */
  readonly base: number
  readonly version: number
  readonly form: FormDocument
  /** In flight; the server may already have it. */
  readonly sent: FormDocument | null
}

/** A record owned by one page, so two tabs never overwrite each other. */
export interface DraftRecord {
  /** The draft a closed page left in this record. */
  readonly left: StoredDraft | null
  /** Stores the draft synchronously. Returns false if local storage is full. */
  readonly keep: (stored: StoredDraft | null) => boolean
  /** Frees the record for the next page. */
  readonly release: () => void
}

/** Claims the newest record of a closed page, or a new one. Other records stay for later visits. */
export async function claimRecord(account: string, id: string): Promise<DraftRecord> {
  // The browser frees a released lock asynchronously.
  await Promise.all(ending)
  const found = unsavedOf(account, `form:${id}`)
    .map((of) => ({ of, stored: parseDraft(readUnsaved({ account, of })) }))
    .sort((one, other) => (other.stored?.base ?? -1) - (one.stored?.base ?? -1))
  for (const { of, stored } of found) {
    const release = await claim(lockOf(account, of))
    // recordAt reads again: another page may have written before the claim.
    if (release && stored) return recordAt(account, of, release)
    release?.()
  }
  const of = `form:${id}:${v4()}`
  return recordAt(account, of, (await claim(lockOf(account, of))) ?? (() => undefined))
}

function recordAt(account: string, of: string, free: () => void): DraftRecord {
  const place = { account, of }
  let last = readUnsaved(place)
  let released = false
  return {
    left: parseDraft(last),
    keep: (stored) => {
      // After release, only delete this page's own last write.
      if (released && (stored !== null || readUnsaved(place) !== last)) return true
      last = stored && textOf(stored)
      return storeUnsaved(place, last)
    },
    release: () => {
      released = true
      free()
    },
  }
}

/**
 * Serializes a draft like JSON.stringify, but writes null for sent sections that equal the current ones. Runs
 * on every keystroke; caching keeps large templates fast.
 */
function textOf({ base, version, form, sent }: StoredDraft): string {
  const sections = form.sections.map(textOfSection)
  const sentSections = sent?.sections.map((section, place) =>
    section === form.sections[place] ? 'null' : textOfSection(section),
  )
  return `{"base":${base},"version":${version},"form":${textOfForm(form, sections)},"sent":${
    sent && sentSections ? textOfForm(sent, sentSections) : null
  }}`
}

function textOfForm({ sections: _, ...head }: FormDocument, sections: readonly string[]): string {
  return `${JSON.stringify(head).slice(0, -1)},"sections":[${sections.join(',')}]}`
}

/** Caches texts by section; sections are immutable. */
const sectionTexts = new WeakMap<FormSection, string>()

function textOfSection(section: FormSection): string {
  const text = sectionTexts.get(section) ?? JSON.stringify(section)
  sectionTexts.set(section, text)
  return text
}

function parseDraft(text: string | null): StoredDraft | null {
  const stored = parsedJson(text ?? '')
  if (typeof stored !== 'object' || stored === null || !('base' in stored) || !('form' in stored)) return null
  if (typeof stored.base !== 'number' || !isForm(stored.form)) return null
  const version = 'version' in stored && typeof stored.version === 'number' ? stored.version : 0
  const { form } = stored
  const sent = 'sent' in stored && isForm(stored.sent) ? stored.sent : null
  return { base: stored.base, version, form, sent: sent && withSectionsOf(form, sent) }
}

function withSectionsOf(form: FormDocument, sent: FormDocument): FormDocument {
  const sections = sent.sections.flatMap((section, place) => section ?? form.sections[place] ?? [])
  return { ...sent, sections }
}

/** Accepts anything this screen wrote. Faults the server would reject are for the user to fix. */
function isForm(value: unknown): value is FormDocument {
  return typeof value === 'object' && value !== null && 'sections' in value && Array.isArray(value.sections)
}

function lockOf(account: string, of: string): string {
  return `fieldbook-${account}-${of}`
}

/** Locks that are being released. */
const ending = new Set<Promise<unknown>>()

/** Requests a lock until the page closes. Returns its release function, or null if another page holds it. */
function claim(name: string): Promise<(() => void) | null> {
  if (!('locks' in navigator)) return Promise.resolve(() => undefined)
  return new Promise((resolve) => {
    const endOf = (end: () => void) => () => {
      ending.add(held)
      void held.finally(() => ending.delete(held))
      end()
    }
    const held: Promise<void> = navigator.locks
      .request(name, { ifAvailable: true }, (lock) => lock && new Promise<void>((end) => resolve(endOf(end))))
      .then(
        () => resolve(null),
        () => resolve(() => undefined),
      )
  })
}
