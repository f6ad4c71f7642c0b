const longest = 100

/** Returns a template's file name; characters that file systems reject become spaces. */
export function formFileName(name: string, format: string): string {
  const plain = name
    .replace(/[\p{Cc}\s/\\:*?"<>|]+/gu, ' ')
    .trim()
    .slice(0, longest)
  return `${plain === '' ? 'template' : plain}.${format}`
}
