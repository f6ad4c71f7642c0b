import { useRef, useState } from 'react'
import { changePrivacy, changeTerms } from '#contract/admin/legal.ts'
import { byField, call } from '#web/lib/http/call.ts'
import { t } from '#web/lib/language/translate.ts'
import { cacheText, type LegalKind, type LegalText, newestText, reloadLegal } from './queries.ts'

export interface SaveError {
  readonly text: string
  /** Another user saved in between. */
  readonly outdated: boolean
}

/** State of the editor. Keeps a draft on the device until it is saved or discarded. */
export function useEditor(userId: string, kind: LegalKind, newest: LegalText) {
  const [draft, setDraft] = useState<LegalDraft | null>(() => readDraft(userId, kind))
  /** Mirrors `draft` for a save that started before the last keystrokes. */
  const written = useRef(draft)
  const [saving, setSaving] = useState(false)
  const [saved, setSaved] = useState(false)
  const [trouble, setTrouble] = useState<SaveError | null>(null)
  const text = draft?.text ?? newest.attributes.markdown
  const basedOn = draft?.basedOn ?? newest.id

  function write(next: string) {
    setSaved(false)
    setTrouble(null)
    if (!saving && basedOn === newest.id && next === newest.attributes.markdown) return forget()
    keep({ text: next, basedOn })
  }

  function keep(next: LegalDraft) {
    storeDraft(userId, kind, next)
    written.current = next
    setDraft(next)
  }

  function forget() {
    deleteDraft(userId, kind)
    written.current = null
    setDraft(null)
  }

  function discard() {
    forget()
    setTrouble(null)
  }

  async function save(base = basedOn) {
    setSaving(true)
    setSaved(false)
    setTrouble(null)
    const result = await send(kind, text, base)
    setSaving(false)
    if (!result.ok) {
      const words = byField(result).description ?? result.message
      return setTrouble({ text: words, outdated: result.status === 409 })
    }
    cacheText(kind, result.text)
    // Text typed during the save becomes a draft based on the saved version.
    const now = written.current?.text
    if (now === undefined || now === text) forget()
    else keep({ text: now, basedOn: result.text.id })
    setSaved(true)
    await reloadLegal()
  }

  /** Overwrites another user's version after confirmation. */
  async function saveAnyway() {
    setSaving(true)
    // Offline: reported below.
    const now = await newestText(kind).catch(() => null)
    setSaving(false)
    if (now) await save(now.id)
    else setTrouble({ text: t('common.network'), outdated: true })
  }

  return { text, changed: draft !== null, saving, saved, trouble, write, discard, save, saveAnyway }
}

async function send(kind: LegalKind, description: string, basedOn: string) {
  const body = { data: { attributes: { description, ...(basedOn ? { based_on: basedOn } : {}) } } }
  if (kind === 'terms') {
    const result = await call(changeTerms, { body })
    return result.ok ? { ok: true as const, text: result.reply.terms_and_condition.data } : result
  }
  const result = await call(changePrivacy, { body })
  return result.ok ? { ok: true as const, text: result.reply.privacy_policy.data } : result
}

/** An unsaved text and the version it is based on. */
interface LegalDraft {
  readonly text: string
  readonly basedOn: string
}

/** Reads the draft; null if there is none or it is invalid. */
export function readDraft(userId: string, kind: LegalKind): LegalDraft | null {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(keyOf(userId, kind)) ?? 'null')
    return isDraft(value) ? value : null
  } catch {
    // Invalid JSON: the editor starts with the published text.
    return null
  }
}

/** Stores the draft on every keystroke. Returns false if the browser rejects it. */
function storeDraft(userId: string, kind: LegalKind, draft: LegalDraft): boolean {
  try {
    localStorage.setItem(keyOf(userId, kind), JSON.stringify(draft))
    return true
  } catch {
    // The browser's storage is full or blocked.
    return false
  }
}

function deleteDraft(userId: string, kind: LegalKind): void {
  localStorage.removeItem(keyOf(userId, kind))
}

function keyOf(userId: string, kind: LegalKind): string {
  return `legal-draft/${userId}/${kind}`
}

function isDraft(value: unknown): value is LegalDraft {
  if (typeof value !== 'object' || value === null) return false
  return (
    'text' in value &&
    typeof value.text === 'string' &&
    'basedOn' in value &&
    typeof value.basedOn === 'string'
  )
}
