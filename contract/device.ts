/**
 * Header of login calls: a secret that the device created. It grants no access. If an account has logged in
 * with it before, its next logins skip the queue of unknown devices.
 */
export const deviceHeader = 'fieldbook-device'
