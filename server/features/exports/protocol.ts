import type { ClientConfig } from 'pg'
import type { ExportFailure } from './policy.ts'
import type { StoredRequest } from './request.ts'

/** The export that a process writes. */
export interface ExportOrder {
  readonly connection: ClientConfig
  readonly request: StoredRequest
  readonly holder: { readonly account: string; readonly session: string }
  readonly ticketKey: Uint8Array
  readonly publicUrl: string
  readonly now: Date
  /** For the writer's temporary files. The server deletes it when the process ends. */
  readonly scratchFolder: string
}

/** Messages of the process. The file itself is its output. */
export type FromWriter =
  | { readonly kind: 'progress'; readonly surveys: number; readonly written: number }
  | {
      readonly kind: 'done'
      readonly surveys: number
      readonly extension: string
      readonly contentType: string
      /** The survey's name if the file has a single survey. */
      readonly only: string | null
    }
  | {
      readonly kind: 'failed'
      readonly reason: 'gone' | 'template-changed' | 'database' | ExportFailure
      readonly message: string
    }
