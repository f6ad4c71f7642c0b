import type { ReplyOf } from '#contract/endpoint.ts'
import { publishForm, readForm, saveForm } from '#contract/templates/custom-forms.ts'
import type { FormDocument } from '#contract/templates/form-document.ts'
import { call, type Failure, newKey } from '#web/lib/http/call.ts'

/** A draft as stored on the server. */
export interface ServerDraft {
  readonly form: FormDocument
  readonly revision: number
  /** Number of the latest published version; 0 if none. */
  readonly version: number
  /** The latest published version; null if none or unknown. */
  readonly published?: FormDocument | null
  readonly by: string
  readonly at: string
}

export type SaveResult =
  | { readonly kind: 'saved'; readonly serverDraft: ServerDraft }
  /** Another user saved in between. */
  | { readonly kind: 'stale' }
  | { readonly kind: 'unreached' }
  | { readonly kind: 'refused'; readonly message: string }

/** Reads, saves and publishes one draft. */
export interface FormServer {
  save(form: FormDocument, revision: number, key: string): Promise<SaveResult>
  /** null if the server is unreachable. */
  read(): Promise<ServerDraft | null>
  publish(note: string, revision: number): Promise<SaveResult>
}

export function formServer(id: string): FormServer {
  // The idempotency key of a publication without a reply; a retry reuses it.
  let unanswered: { readonly of: string; readonly key: string } | null = null
  return {
    save: async (form, revision, key) =>
      savedBy(await call(saveForm, { body: { id, revision, form } }, { key })),
    read: async () => {
      const result = await call(readForm, { params: { id } })
      return result.ok ? serverDraftOf(result.reply) : null
    },
    publish: async (note, revision) => {
      const of = `${revision} ${note}`
      const key = unanswered?.of === of ? unanswered.key : newKey()
      const published = savedBy(
        await call(publishForm, { params: { id }, body: { note, revision } }, { key }),
      )
      unanswered = published.kind === 'unreached' ? { of, key } : null
      return published
    },
  }
}

export function serverDraftOf({ data: { attributes } }: ReplyOf<typeof readForm>): ServerDraft {
  const { form, revision, version, updated_by: by, updated_at: at } = attributes
  const isPublished = version > 0 && !attributes.has_unpublished_changes
  return {
    form,
    revision,
    version,
    published: attributes.published_form ?? (isPublished ? form : null),
    by,
    at,
  }
}

function savedBy(
  result: { readonly ok: true; readonly reply: ReplyOf<typeof saveForm> } | Failure,
): SaveResult {
  if (result.ok) return { kind: 'saved', serverDraft: serverDraftOf(result.reply) }
  if (result.errors.some((error) => 'current_revision' in error)) return { kind: 'stale' }
  // After a new login, saving resumes.
  const passes = result.status === 0 || result.status === 401 || result.status === 429 || result.status >= 500
  return passes ? { kind: 'unreached' } : { kind: 'refused', message: result.message }
}
