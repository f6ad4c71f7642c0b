/** Loaded when the first passkey is used: it would be a tenth of the files loaded at startup. */
export const webauthn = () => import('@simplewebauthn/server')
