/** Names of local and session storage as the product has always used them. */
const emailKey = 'recovery-email'
const errorKey = 'forgot-password-error'

/** The address that a link was last asked for on this device; null: none, or it was used. */
export function recoveryEmail(): string | null {
  return localStorage.getItem(emailKey)
}

export function keepRecoveryEmail(email: string): void {
  localStorage.setItem(emailKey, email)
}

export function forgetRecoveryEmail(): void {
  localStorage.removeItem(emailKey)
}

/** Why a reset could not go on, for the screen where it begins anew. */
export function saveRecoveryError(message: string): void {
  sessionStorage.setItem(errorKey, message)
}

export function savedRecoveryError(): string | null {
  return sessionStorage.getItem(errorKey)
}

export function forgetRecoveryError(): void {
  sessionStorage.removeItem(errorKey)
}
