/**
 * Of calls that log in: a secret that the device made and nobody else knows. It opens nothing. Where an account was
 * logged in with it before, its next logins do not wait for strangers.
 */
export const deviceHeader = 'fieldbook-device'
