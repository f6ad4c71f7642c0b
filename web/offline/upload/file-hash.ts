/** Returns the SHA-256 in lower-case hex. Browsers offer `crypto.subtle` only in secure contexts. */
export async function sha256Of(bytes: ArrayBuffer): Promise<string> {
  const digest = globalThis.crypto?.subtle
    ? new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
    : (await import('@noble/hashes/sha2.js')).sha256(new Uint8Array(bytes))
  return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
