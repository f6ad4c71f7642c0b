/** Loaded with the first passkey: it is a tenth of the files that the program would begin with. */
export const webauthn = () => import('@simplewebauthn/server')
