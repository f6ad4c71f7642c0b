import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import type { addPasskey, passkeyLogin } from '#contract/accounts/passkeys.ts'
import type { ParsedOf } from '#contract/endpoint.ts'

type NewCredential = ParsedOf<typeof addPasskey>['body']['data']['attributes']['response']
type Signed = ParsedOf<typeof passkeyLogin>['body']['data']['attributes']['response']

/**
 * `cancelled`: the person said no or did not answer; `already`: the device has a key for this account; `unreached`: what
 * asks the device could not be loaded.
 */
export type PasskeyRefusal = 'cancelled' | 'already' | 'unreached' | 'failed'

/** Whether this browser can have passkeys here: it binds them to names, never to addresses in numbers. */
export function passkeysPossible(): boolean {
  const byNumber = /^[\d.]+$|^\[/.test(location.hostname)
  return 'PublicKeyCredential' in window && window.isSecureContext && !byNumber
}

/** Lets the device make a key; options as the server sent them. */
export async function makePasskey(options: object): Promise<NewCredential | PasskeyRefusal> {
  return asked(({ startRegistration }) =>
    startRegistration({ optionsJSON: options as PublicKeyCredentialCreationOptionsJSON }),
  )
}

/** Lets the device sign a login. */
export async function signWithPasskey(options: object): Promise<Signed | PasskeyRefusal> {
  return asked(({ startAuthentication }) =>
    startAuthentication({ optionsJSON: options as PublicKeyCredentialRequestOptionsJSON }),
  )
}

type Asking = typeof import('@simplewebauthn/browser')

async function asked<T>(work: (asking: Asking) => Promise<T>): Promise<T | PasskeyRefusal> {
  // What could not be loaded is a refusal with words of its own.
  const asking = await import('@simplewebauthn/browser').catch(() => null)
  if (!asking) return 'unreached'
  try {
    return await work(asking)
  } catch (error) {
    // Each reason is a refusal with words of its own.
    const name = error instanceof Error ? error.name : ''
    if (name === 'InvalidStateError') return 'already'
    return name === 'NotAllowedError' || name === 'AbortError' ? 'cancelled' : 'failed'
  }
}
