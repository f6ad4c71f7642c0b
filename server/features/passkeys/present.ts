import type { PasskeyRow } from './data.ts'

export function presentPasskey(row: PasskeyRow) {
  return {
    id: row.id,
    type: 'passkey',
    attributes: {
      name: row.name,
      created_at: row.created_at.toISOString(),
      last_used_at: row.last_used_at?.toISOString() ?? null,
      backed_up: row.backed_up,
    },
  }
}

/** The options are a WebAuthn document, which the browser reads and this server does not. */
export function presentChallenge(id: string, options: object) {
  return { data: { id, type: 'passkey_challenge', attributes: { options: { ...options } } } }
}
