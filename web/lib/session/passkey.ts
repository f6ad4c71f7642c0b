import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import type { addPasskey, passkeyLogin } from '#contract/accounts/passkeys.ts'
import type { ParsedOf } from '#contract/endpoint.ts'

type NewCredential = ParsedOf<typeof addPasskey>['body']['data']['attributes']['response']
type Signed = ParsedOf<typeof passkeyLogin>['body']['data']['attributes']['response']

/**
 * `cancelled`: declined or timed out; `already`: the device has a passkey for this account; `unreached`: the
 * library failed to load.
 */
export type PasskeyFailure = 'cancelled' | 'already' | 'unreached' | 'failed'

/** Whether passkeys work at this address: they need a host name, never an IP address. */
export function passkeysPossible(): boolean {
  const byNumber = /^[\d.]+$|^\[/.test(location.hostname)
  return 'PublicKeyCredential' in window && window.isSecureContext && !byNumber
}

/** Creates a passkey on the device; options come from the server. */
export async function createPasskey(options: object): Promise<NewCredential | PasskeyFailure> {
  return asked(({ startRegistration }) =>
    startRegistration({ optionsJSON: options as PublicKeyCredentialCreationOptionsJSON }),
  )
}

/** Signs a login on the device. */
export async function signWithPasskey(options: object): Promise<Signed | PasskeyFailure> {
  return asked(({ startAuthentication }) =>
    startAuthentication({ optionsJSON: options as PublicKeyCredentialRequestOptionsJSON }),
  )
}

type Asking = typeof import('@simplewebauthn/browser')

async function asked<T>(work: (asking: Asking) => Promise<T>): Promise<T | PasskeyFailure> {
  // A failed import has its own message.
  const asking = await import('@simplewebauthn/browser').catch(() => null)
  if (!asking) return 'unreached'
  try {
    return await work(asking)
  } catch (error) {
    // Each reason has its own message.
    const name = error instanceof Error ? error.name : ''
    if (name === 'InvalidStateError') return 'already'
    return name === 'NotAllowedError' || name === 'AbortError' ? 'cancelled' : 'failed'
  }
}
