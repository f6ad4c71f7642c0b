/** '<section> 2 · Unit 4B'; the name alone where there is no title. */
export function withTitle(name: string, title: string | undefined): string {
  return title ? `${name} · ${title}` : name
}
