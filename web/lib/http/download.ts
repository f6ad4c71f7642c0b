/**
 * Lets the browser download an address, streaming to the disk. A `download` link instead of a navigation
 * keeps the page open after any reply.
 */
export function startDownload(address: string, name = ''): void {
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.hidden = true
  document.body.append(link)
  link.click()
  link.remove()
}

/** Milliseconds; browsers may read a blob's address until the download completes. */
const revokeDelay = 10 * 60_000

/** Saves a file that is already on the device. */
export function handOver(file: Blob, name: string): void {
  const address = URL.createObjectURL(file)
  startDownload(address, name)
  setTimeout(() => URL.revokeObjectURL(address), revokeDelay)
}
