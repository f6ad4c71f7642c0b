const longest = 100

/** What a template is saved as: what file systems refuse in a name becomes a space. */
export function formFileName(name: string, format: string): string {
  const plain = name
    .replace(/[\p{Cc}\s/\\:*?"<>|]+/gu, ' ')
    .trim()
    .slice(0, longest)
  return `${plain === '' ? 'template' : plain}.${format}`
}
