/**
 * Lets the browser fetch a file by itself, so that it streams to the disk. A link with `download` instead of
 * a navigation: whatever the server answers, the page stays.
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

/** The browser reads the address of a file in hand until it has the whole of it. */
const keptFor = 10 * 60_000

/** Hands over a file that is on the device already. */
export function handOver(file: Blob, name: string): void {
  const address = URL.createObjectURL(file)
  startDownload(address, name)
  setTimeout(() => URL.revokeObjectURL(address), keptFor)
}
