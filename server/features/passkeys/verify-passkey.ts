import type { addPasskey, passkeyLogin } from '#contract/accounts/passkeys.ts'
import type { ParsedOf } from '#contract/endpoint.ts'
import type { PasskeyRow } from './data.ts'
import type { Site } from './site.ts'
import { webauthn } from './webauthn.ts'

type NewCredential = ParsedOf<typeof addPasskey>['body']['data']['attributes']['response']
type Signed = ParsedOf<typeof passkeyLogin>['body']['data']['attributes']['response']

/**
 * COSE numbers of EdDSA, ES256, RS256: what authenticators use, and what this Node supports without
 * experimental features.
 */
export const algorithms = [-8, -7, -257] as const

const noExtensions = { clientExtensionResults: {} }

/** The new key, or null if the browser's answer is not valid. The device itself has verified the person. */
export async function verifyNewKey(site: Site, challenge: string, response: NewCredential) {
  const { transports, ...parts } = response.response
  const { verifyRegistrationResponse } = await webauthn()
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: {
        ...response,
        response: { ...parts, ...(transports ? { transports } : {}) },
        ...noExtensions,
      },
      expectedChallenge: challenge,
      expectedOrigin: site.origin,
      expectedRPID: site.rpId,
      requireUserVerification: true,
      supportedAlgorithmIDs: [...algorithms],
    })
    return verified ? registrationInfo : null
  } catch {
    // The library throws for anything that does not match; the caller need not know which part.
    return null
  }
}

/**
 * The key's counter after this login, or null if signature, challenge, origin or user verification is not
 * valid.
 */
export async function verifyLogin(
  site: Site,
  challenge: string,
  passkey: PasskeyRow,
  response: Signed,
): Promise<number | null> {
  const { userHandle, ...parts } = response.response
  if (userHandle !== undefined && userHandle !== handleOf(passkey.account_id).toString('base64url'))
    return null
  const { verifyAuthenticationResponse } = await webauthn()
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...response, response: parts, ...noExtensions },
      expectedChallenge: challenge,
      expectedOrigin: site.origin,
      expectedRPID: site.rpId,
      requireUserVerification: true,
      credential: {
        id: passkey.credential_id,
        publicKey: new Uint8Array(passkey.public_key),
        counter: passkey.counter,
        transports: passkey.transports,
      },
    })
    return verified ? authenticationInfo.newCounter : null
  } catch {
    return null
  }
}

/** How a passkey identifies the account: by its id, which doesn't reveal who it is. */
export function handleOf(accountId: string): Buffer<ArrayBuffer> {
  return Buffer.from(accountId.replaceAll('-', ''), 'hex')
}
