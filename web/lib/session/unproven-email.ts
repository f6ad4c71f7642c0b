const key = (account: string) => `unproven-email:${account}`

/** The account's address that is still to be confirmed, as this device knows it; '' where there is none. */
export function unprovenEmail(account: string): string {
  return localStorage.getItem(key(account)) ?? ''
}

export function keepUnprovenEmail(account: string, email: string): void {
  try {
    if (email === '') localStorage.removeItem(key(account))
    else localStorage.setItem(key(account), email)
  } catch {
    // A device without room does not ask before the server has told.
  }
}
