/** Storage keys fixed by the specification. */
const emailKey = 'recovery-email'
const errorKey = 'forgot-password-error'

/** The email a link was last requested for on this device, or null. */
export function recoveryEmail(): string | null {
  return localStorage.getItem(emailKey)
}

export function storeRecoveryEmail(email: string): void {
  localStorage.setItem(emailKey, email)
}

export function forgetRecoveryEmail(): void {
  localStorage.removeItem(emailKey)
}

/** Stores why a reset failed, for the screen that starts over. */
export function storeRecoveryError(message: string): void {
  sessionStorage.setItem(errorKey, message)
}

export function recoveryError(): string | null {
  return sessionStorage.getItem(errorKey)
}

export function forgetRecoveryError(): void {
  sessionStorage.removeItem(errorKey)
}
