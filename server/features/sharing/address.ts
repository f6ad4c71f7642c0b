/** The address of the page that a guest opens (spec §2). */
export function addressOfLink(publicUrl: string, link: { id: string; token: string }): string {
  return `${publicUrl}/survey-report/${link.token}/${link.id}`
}
