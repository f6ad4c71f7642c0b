const key = (account: string) => `unproven-email:${account}`

/** Returns the account's unconfirmed email as stored on this device; '' if none. */
export function unconfirmedEmail(account: string): string {
  return localStorage.getItem(key(account)) ?? ''
}

export function storeUnconfirmedEmail(account: string, email: string): void {
  try {
    if (email === '') localStorage.removeItem(key(account))
    else localStorage.setItem(key(account), email)
  } catch {
    // Without storage, the notice waits for the server's reply.
  }
}
