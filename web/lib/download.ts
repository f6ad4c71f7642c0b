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
