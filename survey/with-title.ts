/** Returns '<section> 2 · Unit 4B', or the name alone without a title. */
export function withTitle(name: string, title: string | undefined): string {
  return title ? `${name} · ${title}` : name
}
