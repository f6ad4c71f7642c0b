import { v4 } from 'uuid'
import type { FormDocument } from '#contract/templates/form-document.ts'
import type { FormSection } from '#survey/builder/place.ts'
import { parsedJson } from '#web/lib/http/receipt.ts'
import { keepUnsaved, readUnsaved, unsavedOf } from '#web/lib/page/unsaved.ts'

/** What of a draft this device has and the server has not confirmed. */
export interface Kept {
  /** The revision that the changes were made on. */
  readonly base: number
  readonly version: number
  readonly form: FormDocument
  /** Is on its way: the server may have it already. */
  readonly sent: FormDocument | null
}

/** A record of one page alone: two tabs on one draft never write the same one. */
export interface DraftRecord {
  /** What a page that is gone left behind. */
  readonly left: Kept | null
  /** In the moment of the change; false = this device has no room for it. */
  readonly keep: (kept: Kept | null) => boolean
  /** Whoever comes next goes on with what is there. */
  readonly release: () => void
}

/** That of a page that is gone, the newest first, or a new one. What further ones hold is asked about the next time. */
export async function claimRecord(account: string, id: string): Promise<DraftRecord> {
  // What this page has just left is not free before the browser has heard of it.
  await Promise.all(ending)
  const found = unsavedOf(account, `form:${id}`)
    .map((of) => ({ of, kept: keptIn(readUnsaved({ account, of })) }))
    .sort((one, other) => (other.kept?.base ?? -1) - (one.kept?.base ?? -1))
  for (const { of, kept } of found) {
    const release = await claim(lockOf(account, of))
    // Read again: until a moment ago somebody else may have written there.
    if (release && kept) return recordAt(account, of, release)
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
    left: keptIn(last),
    keep: (kept) => {
      // What arrives after this page has left it is settled, unless somebody went on with it.
      if (released && (kept !== null || readUnsaved(place) !== last)) return true
      last = kept && textOf(kept)
      return keepUnsaved(place, last)
    },
    release: () => {
      released = true
      free()
    },
  }
}

/**
 * The same as JSON.stringify's, but what was sent has null for each section that still stands as it was. This is done
 * with every key, and of a large template only one section is another.
 */
function textOf({ base, version, form, sent }: Kept): string {
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

/** Sections are never changed, only replaced. */
const sectionTexts = new WeakMap<FormSection, string>()

function textOfSection(section: FormSection): string {
  const text = sectionTexts.get(section) ?? JSON.stringify(section)
  sectionTexts.set(section, text)
  return text
}

function keptIn(text: string | null): Kept | null {
  const kept = parsedJson(text ?? '')
  if (typeof kept !== 'object' || kept === null || !('base' in kept) || !('form' in kept)) return null
  if (typeof kept.base !== 'number' || !isForm(kept.form)) return null
  const version = 'version' in kept && typeof kept.version === 'number' ? kept.version : 0
  const { form } = kept
  const sent = 'sent' in kept && isForm(kept.sent) ? kept.sent : null
  return { base: kept.base, version, form, sent: sent && withSectionsOf(form, sent) }
}

function withSectionsOf(form: FormDocument, sent: FormDocument): FormDocument {
  const sections = sent.sections.flatMap((section, place) => section ?? form.sections[place] ?? [])
  return { ...sent, sections }
}

/** As this screen wrote it: what the server would not take is for the person to mend, and no reason to lose it. */
function isForm(value: unknown): value is FormDocument {
  return typeof value === 'object' && value !== null && 'sections' in value && Array.isArray(value.sections)
}

function lockOf(account: string, of: string): string {
  return `fieldbook-${account}-${of}`
}

/** Claims that were given up and have not ended. */
const ending = new Set<Promise<unknown>>()

/** null = a page that is open has it. The browser ends the claim with the page. */
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
